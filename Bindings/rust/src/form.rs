//! The form of one description, as section 5.5 of the ABI's text has it.

use crate::host::Host;
use crate::sys::{self, Fault, Value};
use std::cmp::Ordering;

/// How many kinds and names version 1.0 has. A later one is a number to a host that says that it has it.
const KINDS_1_0: usize = 25;
const NAMES_1_0: usize = 71;

#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Document,
    Node,
    Map,
    List,
}

/// What is open: the document, a node, or a map or list.
struct Frame {
    inside: Inside,
    kind: usize,
    /// The property that a map or list is; 0 inside an unknown one, where names have no known meaning.
    name: usize,
    node: usize,
    /// The first of its values that are not at their places yet.
    base: usize,
    /// The first value that is in its maps and lists.
    area: usize,
    is_settled: bool,
    /// Whether it is the map of a fallback that is a node.
    holds_node: bool,
}

/// A description that is being written. After the first fault nothing more is; the host looks for all others.
pub struct Form {
    nodes: Vec<sys::Node>,
    values: Vec<Value>,
    /// The values of open frames.
    pending: Vec<Value>,
    text: Vec<u8>,
    document: (usize, usize),
    frames: Vec<Frame>,
    fault: Option<(u32, String)>,
    /// The highest numbers of kinds and names that are written; later ones are written as text.
    known: (usize, usize),
}

/// What a property may be set to.
pub enum Content<'a> {
    Text(&'a str),
    Bool(bool),
    Int(i64),
    Double(f64),
}

/// The place of a name in a list; 0 for one that is not there.
fn place(names: &[&str], text: &str) -> usize {
    names.iter().position(|name| *name == text).unwrap_or(0)
}

impl Form {
    pub(crate) fn new(host: Host) -> Form {
        let host = host.table();
        let known = (usize::from(host.known_kinds).max(KINDS_1_0), usize::from(host.known_names).max(NAMES_1_0));
        let document = Frame::new(Inside::Document, 0, 0, 0, 0, 0);
        let (nodes, values, pending, text) = (vec![], vec![], vec![], vec![]);
        Form { nodes, values, pending, text, document: (0, 0), frames: vec![document], fault: None, known }
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the document is open")
    }

    fn fail(&mut self, code: u32, message: &str) -> bool {
        self.fault.get_or_insert_with(|| (code, message.to_string()));
        false
    }

    fn append(&mut self, text: &str) -> bool {
        if self.text.len() + text.len() > 1 << 20 {
            return self.fail(1126, "there are more than 1048576 bytes of text in all");
        }
        self.text.extend_from_slice(text.as_bytes());
        true
    }

    /// Opens a node; says whether it is open.
    pub(crate) fn begin(&mut self, kind: &str, id: &str) -> bool {
        let (level, first) = (self.frames.len(), self.nodes.len());
        let (inside, node, name, base) = {
            let top = self.top();
            (top.inside, top.node, top.name, top.base)
        };
        let is_fallback = inside == Inside::Map
            && sys::NAMES[name] == "fallback"
            && self.frames[level - 2].inside == Inside::Node
            && base == self.pending.len()
            && !self.frames[level - 1].holds_node;
        if self.fault.is_some() {
            return false;
        } else if inside == Inside::Document && first > 0 {
            return self.fail(1102, "a second root node begins; a description has exactly one");
        } else if inside != Inside::Document && inside != Inside::Node && !is_fallback {
            return self.fail(1105, "a node begins inside a value; only the \"fallback\" of a node takes one");
        } else if kind.len() > 64 || id.len() > 64 {
            return self.fail(1125, "a kind or an id has more than 64 bytes");
        }
        if is_fallback {
            let value = self.pending.last_mut().expect("the map is a value");
            (value.tag, value.content) = (sys::VALUE_NODE, first as u64);
            self.top().holds_node = true;
        }
        self.settle(if is_fallback { level - 2 } else { level - 1 });
        let known = place(&sys::KINDS, kind);
        let number = if known <= self.known.0 { known } else { 0 };
        let name = if number == 0 { kind } else { "" };
        self.nodes.push(sys::Node {
            kind: number as u16,
            kind_size: name.len() as u8,
            id_size: id.len() as u8,
            text: self.text.len() as u32,
            first_value: 0,
            value_count: 0,
            flags: is_fallback.into(),
            end: 0,
            parent: if inside == Inside::Document { 0 } else { node as u32 },
        });
        self.frames.push(Frame::new(Inside::Node, known, 0, first, self.pending.len(), self.values.len()));
        self.append(name) && self.append(id)
    }

    /// Ends the open node, or closes the open map or list.
    pub(crate) fn end(&mut self) {
        if self.fault.is_some() {
            return;
        }
        let level = self.frames.len() - 1;
        if self.frames[level].inside == Inside::Node {
            self.settle(level);
            let node = self.frames[level].node;
            self.nodes[node].end = self.nodes.len() as u32;
        } else if !self.frames[level].holds_node {
            let (first, count) = self.settle_run(level);
            let frame = &self.frames[level];
            let is_list = frame.inside == Inside::List;
            let name = sys::NAMES[frame.name];
            let owner = self.pending.last_mut().expect("the map or list is a value");
            owner.content = first as u64 | (count as u64) << 32;
            let defaults: [&str; 3] = if is_list { ["sends", "rules", "labels"] } else { ["payload", "progress", ""] };
            if count == 0 && !name.is_empty() && defaults.contains(&name) {
                self.pending.pop();
            }
        }
        self.frames.pop();
    }

    /// The record of the next value.
    fn put(&mut self, key: &str, tag: u8, content: u64) -> bool {
        let size = self.text.len() as u32;
        let top = self.top();
        let has_data_keys = top.has_data_keys();
        let (is_list, is_late) = (top.inside == Inside::List, top.is_settled || top.holds_node);
        if self.fault.is_some() {
            return false;
        } else if is_late {
            return self.fail(1106, &format!("a property comes after the first child: \"{}\"", key));
        } else if is_list != key.is_empty() {
            return self.fail(1108, "a value inside a list has a key, or another one has none");
        } else if key.len() > 64 {
            return self.fail(1125, &format!("the key has {} bytes; keys have at most 64", key.len()));
        }
        let known = if has_data_keys || is_list { 0 } else { place(&sys::NAMES, key) };
        let name = if known <= self.known.1 { known } else { 0 };
        let text = if name == 0 { key } else { "" };
        self.pending.push(Value { name: name as u16, key_size: text.len() as u8, tag, text: size, content });
        self.append(text)
    }

    /// Sets a property, or, without a name, appends to a list.
    pub(crate) fn set(&mut self, key: &str, content: Content) {
        let rule = self.top().rule(key);
        match content {
            Content::Text(text) => {
                if (rule.is_empty() || rule != text) && self.put(key, sys::VALUE_TEXT, (text.len() as u64) << 32) {
                    self.append(text);
                }
            }
            Content::Bool(flag) => {
                if rule != if flag { "#yes" } else { "#no" } {
                    self.put(key, sys::VALUE_BOOL, flag.into());
                }
            }
            Content::Int(number) if rule != "#fraction" && rule != "#one" => {
                self.put(key, sys::VALUE_INT, number as u64);
            }
            Content::Int(number) => self.set(key, Content::Double(number as f64)),
            Content::Double(number) if number == 1.0 && rule == "#one" => {}
            Content::Double(number) if rule == "#whole" && number as i64 as f64 == number => {
                self.put(key, sys::VALUE_INT, number as i64 as u64);
            }
            Content::Double(number) => {
                let number = if number == 0.0 && (rule == "#fraction" || rule == "#one") { 0.0 } else { number };
                self.put(key, sys::VALUE_DOUBLE, number.to_bits());
            }
        }
    }

    /// Opens a map or a list; says whether it is open.
    pub(crate) fn open(&mut self, key: &str, is_map: bool) -> bool {
        if !self.put(key, if is_map { sys::VALUE_MAP } else { sys::VALUE_LIST }, 0) {
            return false;
        }
        let (base, area) = (self.pending.len(), self.values.len());
        let top = self.top();
        let own = if top.has_data_keys() { 0 } else { place(&sys::NAMES, key) };
        let name = match top.inside {
            Inside::Document | Inside::Node => own,
            Inside::Map if top.name != 0 => own,
            // A rule is known by the list that it is in.
            Inside::List if ["rules", "columns"].contains(&sys::NAMES[top.name]) => top.name,
            Inside::Map | Inside::List => 0,
        };
        let (inside, node) = (if is_map { Inside::Map } else { Inside::List }, top.node);
        self.frames.push(Frame::new(inside, 0, name, node, base, area));
        true
    }

    fn settle(&mut self, level: usize) {
        if self.frames[level].is_settled {
            return;
        }
        let (first, count) = self.settle_run(level);
        let frame = &mut self.frames[level];
        frame.is_settled = true;
        if frame.inside == Inside::Document {
            self.document = (first, count);
            return;
        }
        let node = &mut self.nodes[frame.node];
        (node.first_value, node.value_count) = (first as u32, count.min(u16::MAX as usize) as u16);
        if count > u16::MAX as usize {
            self.fail(1122, &format!("the node has {} properties; a node has at most 65535", count));
        }
    }

    /// Puts the values of a frame at their places, in order, with their texts and what is in them.
    fn settle_run(&mut self, level: usize) -> (usize, usize) {
        let (base, area, is_list) = {
            let frame = &self.frames[level];
            (frame.base, frame.area, frame.inside == Inside::List)
        };
        let run: Vec<Value> = self.pending.drain(base..).collect();
        let mut order: Vec<usize> = (0..run.len()).collect();
        if !is_list {
            order.sort_by(|left, right| self.compare(&run[*left], &run[*right]));
        }
        if order.iter().enumerate().all(|(place, index)| place == *index) {
            let first = self.values.len();
            self.values.extend(&run);
            return (first, run.len());
        }
        let start = run[0].text as usize;
        let (old_text, old_values) = (self.text.split_off(start), self.values.split_off(area));
        let mut inner = area;
        let ends: Vec<(usize, usize)> = run
            .iter()
            .map(|value| {
                let first = inner;
                if value.has_elements() {
                    inner = value.content as u32 as usize + (value.content >> 32) as usize;
                }
                (first, inner)
            })
            .collect();
        let mut sorted = Vec::with_capacity(run.len());
        for index in order {
            let from = run[index].text as usize;
            let to = run.get(index + 1).map_or(start + old_text.len(), |next| next.text as usize);
            let by_text = (self.text.len() as u32).wrapping_sub(from as u32);
            let by_value = (self.values.len() as u32).wrapping_sub(ends[index].0 as u32);
            self.text.extend_from_slice(&old_text[from - start..to - start]);
            let moved = old_values[ends[index].0 - area..ends[index].1 - area].iter();
            self.values.extend(moved.map(|value| value.moved(by_text, by_value)));
            sorted.push(run[index].moved(by_text, by_value));
        }
        let first = self.values.len();
        self.values.extend(&sorted);
        (first, sorted.len())
    }

    fn compare(&self, left: &Value, right: &Value) -> Ordering {
        let key = |value: &Value| &self.text[value.text as usize..value.text as usize + value.key_size as usize];
        match (left.name, right.name) {
            (0, 0) => key(left).cmp(key(right)),
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            (left, right) => left.cmp(&right),
        }
    }

    /// Lends the form, with the fault if there is one.
    pub(crate) fn lend<T>(mut self, function: impl FnOnce(&sys::Form) -> T) -> T {
        if self.nodes.is_empty() {
            self.fail(1103, "the description has no root node");
        }
        let fault = self.fault.as_ref().map(|(code, message)| Fault {
            code: *code,
            path: "".into(),
            message: message.as_str().into(),
            ..sys::sized()
        });
        function(&sys::Form {
            encoding: sys::FORM_RECORDS,
            node_count: self.nodes.len() as u32,
            value_count: self.values.len() as u32,
            text_size: self.text.len() as u32,
            document_first: self.document.0 as u32,
            document_count: self.document.1 as u32,
            nodes: self.nodes.as_ptr(),
            values: self.values.as_ptr(),
            text: self.text.as_ptr().cast(),
            fault: fault.as_ref().map_or(std::ptr::null(), |fault| fault as *const Fault),
            ..sys::sized()
        })
    }
}

impl Value {
    fn has_elements(&self) -> bool {
        self.tag == sys::VALUE_MAP || self.tag == sys::VALUE_LIST
    }

    fn moved(&self, by_text: u32, by_value: u32) -> Value {
        let mut value = *self;
        value.text = value.text.wrapping_add(by_text);
        if value.has_elements() {
            let first = (value.content as u32).wrapping_add(by_value);
            value.content = u64::from(first) | value.content >> 32 << 32;
        }
        value
    }
}

impl Frame {
    fn new(inside: Inside, kind: usize, name: usize, node: usize, base: usize, area: usize) -> Frame {
        Frame { inside, kind, name, node, base, area, is_settled: false, holds_node: false }
    }

    /// Whether the names of a map are data, which is never a property.
    fn has_data_keys(&self) -> bool {
        self.inside == Inside::Map && ["payload", "requires"].contains(&sys::NAMES[self.name])
    }

    /// The text that is the default of a property, or what a value of it is: "#no" and "#yes" are default flags,
    /// "#fraction" is a double, "#one" a double whose default is 1, "#whole" an integer if it is whole.
    fn rule(&self, name: &str) -> &'static str {
        let owner = sys::NAMES[self.name];
        let (is_map, kind) = (self.inside == Inside::Map, sys::KINDS[self.kind]);
        match (self.inside, name) {
            _ if self.has_data_keys() => "",
            (Inside::List, "") if owner == "values" => "#fraction",
            (Inside::Node, "axis") if kind == "stack" => "vertical",
            (Inside::Node, "busy") | (Inside::Node, "hidden") | (Inside::Node, "labelHidden") => "#no",
            (Inside::Node, "columns") | (Inside::Node, "minColumns") | (Inside::Node, "weight") => "#whole",
            (Inside::Node, "enabled") | (Inside::Node, "visible") => "#yes",
            (Inside::Node, "live") if kind != "banner" => "off",
            (Inside::Node, "severity") if kind == "banner" => "info",
            (Inside::Node, "style") if kind == "text" => "body",
            (Inside::Node, "style") if kind == "button" => "plain",
            (Inside::Node, "style") if kind == "chart" => "bar",
            (Inside::Document, "dir") => "auto",
            (Inside::Document, "lang") => "und",
            (Inside::Document, "schema") => "#whole",
            _ if !is_map => "",
            _ => match (owner, name) {
                ("columns", "align") => "start",
                ("columns", "weight") | ("input", "lines") | ("rules", "max") | ("rules", "min") => "#whole",
                ("input", "content") => "text",
                ("input", "multiple") | ("media", "decorative") => "#no",
                ("media", "aspect") | ("progress", "deadline") | ("progress", "value") | ("action", "deadline") => {
                    "#fraction"
                }
                ("progress", "total") => "#one",
                ("action", "scope") => "provider",
                ("action", "validates") => "#yes",
                _ => "",
            },
        }
    }
}
