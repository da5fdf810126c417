//! The helpers of the vocabulary.

use crate::node::{Node, Value};

/// A function for each kind, with what it requires, and for each name, as in section 5 of the ABI's text.
#[rustfmt::skip]
impl Node<'_> {
    // generated: vocabulary

    pub fn stack(&mut self) -> Node<'_> { self.begin("stack", "", &[]) }
    pub fn grid(&mut self) -> Node<'_> { self.begin("grid", "", &[]) }
    pub fn group(&mut self) -> Node<'_> { self.begin("group", "", &[]) }
    pub fn list(&mut self) -> Node<'_> { self.begin("list", "", &[]) }
    pub fn item(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("item", id, &[("label", label)]) }
    pub fn divider(&mut self) -> Node<'_> { self.begin("divider", "", &[]) }
    pub fn spacer(&mut self) -> Node<'_> { self.begin("spacer", "", &[]) }
    pub fn screen(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("screen", id, &[("label", label)]) }
    pub fn tabs(&mut self, id: &str) -> Node<'_> { self.begin("tabs", id, &[]) }
    pub fn navigation(&mut self) -> Node<'_> { self.begin("navigation", "", &[]) }
    pub fn presented(&mut self) -> Node<'_> { self.begin("presented", "", &[]) }
    pub fn text(&mut self, text: &str) -> Node<'_> { self.begin("text", "", &[("text", text)]) }
    pub fn code(&mut self, text: &str) -> Node<'_> { self.begin("code", "", &[("text", text)]) }
    pub fn image(&mut self) -> Node<'_> { self.begin("image", "", &[]) }
    pub fn field(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("field", id, &[("label", label)]) }
    pub fn toggle(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("toggle", id, &[("label", label)]) }
    pub fn choice(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("choice", id, &[("label", label)]) }
    pub fn button(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("button", id, &[("label", label)]) }
    pub fn link(&mut self, id: &str, label: &str, url: &str) -> Node<'_> {
        self.begin("link", id, &[("label", label), ("url", url)])
    }
    pub fn progress(&mut self, label: &str) -> Node<'_> { self.begin("progress", "", &[("label", label)]) }
    pub fn banner(&mut self, text: &str) -> Node<'_> { self.begin("banner", "", &[("text", text)]) }
    pub fn table(&mut self) -> Node<'_> { self.begin("table", "", &[]) }
    pub fn row(&mut self) -> Node<'_> { self.begin("row", "", &[]) }
    pub fn chart(&mut self, label: &str) -> Node<'_> { self.begin("chart", "", &[("label", label)]) }
    pub fn secret(&mut self, id: &str, label: &str) -> Node<'_> { self.begin("secret", id, &[("label", label)]) }
    pub fn open_action(&mut self) -> Node<'_> { self.open_map("action") }
    pub fn set_align(&mut self, value: &str) -> &mut Self { self.set("align", value) }
    pub fn open_all(&mut self) -> Node<'_> { self.open_list("all") }
    pub fn set_alt(&mut self, value: &str) -> &mut Self { self.set("alt", value) }
    pub fn open_any(&mut self) -> Node<'_> { self.open_list("any") }
    pub fn set_aspect(&mut self, value: f64) -> &mut Self { self.set("aspect", value) }
    pub fn set_asset(&mut self, value: &str) -> &mut Self { self.set("asset", value) }
    pub fn set_axis(&mut self, value: &str) -> &mut Self { self.set("axis", value) }
    pub fn set_badge(&mut self, value: &str) -> &mut Self { self.set("badge", value) }
    pub fn set_busy(&mut self, value: bool) -> &mut Self { self.set("busy", value) }
    pub fn set_checked(&mut self, value: &str) -> &mut Self { self.set("checked", value) }
    pub fn set_collapsed(&mut self, value: bool) -> &mut Self { self.set("collapsed", value) }
    pub fn set_columns(&mut self, value: i64) -> &mut Self { self.set("columns", value) }
    pub fn open_columns(&mut self) -> Node<'_> { self.open_list("columns") }
    pub fn open_confirm(&mut self) -> Node<'_> { self.open_map("confirm") }
    pub fn set_content(&mut self, value: &str) -> &mut Self { self.set("content", value) }
    pub fn set_deadline(&mut self, value: f64) -> &mut Self { self.set("deadline", value) }
    pub fn set_decorative(&mut self, value: bool) -> &mut Self { self.set("decorative", value) }
    pub fn set_dir(&mut self, value: &str) -> &mut Self { self.set("dir", value) }
    pub fn set_enabled(&mut self, value: bool) -> &mut Self { self.set("enabled", value) }
    pub fn open_enabled(&mut self) -> Node<'_> { self.open_map("enabled") }
    pub fn set_fallback(&mut self, value: &str) -> &mut Self { self.set("fallback", value) }
    pub fn open_fallback(&mut self) -> Node<'_> { self.open_map("fallback") }
    pub fn set_fallback_text(&mut self, value: &str) -> &mut Self { self.set("fallbackText", value) }
    pub fn set_filled(&mut self, value: &[&str]) -> &mut Self { self.set_texts("filled", value) }
    pub fn open_filled(&mut self) -> Node<'_> { self.open_list("filled") }
    pub fn set_hidden(&mut self, value: bool) -> &mut Self { self.set("hidden", value) }
    pub fn set_hint(&mut self, value: &str) -> &mut Self { self.set("hint", value) }
    pub fn set_icon(&mut self, value: &str) -> &mut Self { self.set("icon", value) }
    pub fn set_id(&mut self, value: &str) -> &mut Self { self.set("id", value) }
    pub fn set_initial_focus(&mut self, value: &str) -> &mut Self { self.set("initialFocus", value) }
    pub fn open_input(&mut self) -> Node<'_> { self.open_map("input") }
    pub fn set_label(&mut self, value: &str) -> &mut Self { self.set("label", value) }
    pub fn set_label_hidden(&mut self, value: bool) -> &mut Self { self.set("labelHidden", value) }
    pub fn set_labels(&mut self, value: &[&str]) -> &mut Self { self.set_texts("labels", value) }
    pub fn open_labels(&mut self) -> Node<'_> { self.open_list("labels") }
    pub fn set_lang(&mut self, value: &str) -> &mut Self { self.set("lang", value) }
    pub fn set_lines(&mut self, value: i64) -> &mut Self { self.set("lines", value) }
    pub fn set_live(&mut self, value: &str) -> &mut Self { self.set("live", value) }
    pub fn set_max(&mut self, value: impl Value) -> &mut Self { self.set("max", value) }
    pub fn open_media(&mut self) -> Node<'_> { self.open_map("media") }
    pub fn set_message(&mut self, value: &str) -> &mut Self { self.set("message", value) }
    pub fn set_min(&mut self, value: impl Value) -> &mut Self { self.set("min", value) }
    pub fn set_min_columns(&mut self, value: i64) -> &mut Self { self.set("minColumns", value) }
    pub fn set_multiple(&mut self, value: bool) -> &mut Self { self.set("multiple", value) }
    pub fn set_name(&mut self, value: &str) -> &mut Self { self.set("name", value) }
    pub fn open_not(&mut self) -> Node<'_> { self.open_map("not") }
    pub fn open_options(&mut self) -> Node<'_> { self.open_list("options") }
    pub fn set_payload(&mut self, value: &[(&str, &str)]) -> &mut Self { self.set_pairs("payload", value) }
    pub fn open_payload(&mut self) -> Node<'_> { self.open_map("payload") }
    pub fn set_placeholder(&mut self, value: &str) -> &mut Self { self.set("placeholder", value) }
    pub fn set_primary_action(&mut self, value: &str) -> &mut Self { self.set("primaryAction", value) }
    pub fn open_progress(&mut self) -> Node<'_> { self.open_map("progress") }
    pub fn set_qr(&mut self, value: &str) -> &mut Self { self.set("qr", value) }
    pub fn open_requires(&mut self) -> Node<'_> { self.open_map("requires") }
    pub fn set_rule(&mut self, value: &str) -> &mut Self { self.set("rule", value) }
    pub fn open_rules(&mut self) -> Node<'_> { self.open_list("rules") }
    pub fn set_schema(&mut self, value: i64) -> &mut Self { self.set("schema", value) }
    pub fn set_scope(&mut self, value: &str) -> &mut Self { self.set("scope", value) }
    pub fn open_secret(&mut self) -> Node<'_> { self.open_map("secret") }
    pub fn set_selected(&mut self, value: &str) -> &mut Self { self.set("selected", value) }
    pub fn set_sends(&mut self, value: &[&str]) -> &mut Self { self.set_texts("sends", value) }
    pub fn open_sends(&mut self) -> Node<'_> { self.open_list("sends") }
    pub fn set_severity(&mut self, value: &str) -> &mut Self { self.set("severity", value) }
    pub fn set_source(&mut self, value: &str) -> &mut Self { self.set("source", value) }
    pub fn set_step(&mut self, value: &str) -> &mut Self { self.set("step", value) }
    pub fn set_style(&mut self, value: &str) -> &mut Self { self.set("style", value) }
    pub fn set_text(&mut self, value: &str) -> &mut Self { self.set("text", value) }
    pub fn set_title(&mut self, value: &str) -> &mut Self { self.set("title", value) }
    pub fn set_total(&mut self, value: f64) -> &mut Self { self.set("total", value) }
    pub fn set_unit(&mut self, value: &str) -> &mut Self { self.set("unit", value) }
    pub fn set_url(&mut self, value: &str) -> &mut Self { self.set("url", value) }
    pub fn set_valid(&mut self, value: &[&str]) -> &mut Self { self.set_texts("valid", value) }
    pub fn open_valid(&mut self) -> Node<'_> { self.open_list("valid") }
    pub fn set_validates(&mut self, value: bool) -> &mut Self { self.set("validates", value) }
    pub fn set_value(&mut self, value: impl Value) -> &mut Self { self.set("value", value) }
    pub fn open_value(&mut self) -> Node<'_> { self.open_list("value") }
    pub fn open_values(&mut self) -> Node<'_> { self.open_list("values") }
    pub fn set_visible(&mut self, value: bool) -> &mut Self { self.set("visible", value) }
    pub fn open_visible(&mut self) -> Node<'_> { self.open_map("visible") }
    pub fn set_weight(&mut self, value: i64) -> &mut Self { self.set("weight", value) }

    // end of what is generated
}
