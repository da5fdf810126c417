package struct StyleSheet: Sendable {
  package let text: String
  /// A source of a content security policy, such as `'sha256-…'`.
  let source: String

  init(_ text: String) {
    self.text = text
    source = "'sha256-\(Base64.encode(SHA256.digest(of: text.utf8Span.span)))'"
  }
}

extension StyleSheet {
  static let page = StyleSheet(
    """

    :root {
      --page: light-dark(#f6f7f9, #14161a); --card: light-dark(#fff, #1e2127); --ink: light-dark(#1a1d21, #eceef1);
      --dim: light-dark(#565d66, #a9b0ba); --line: light-dark(#7d858f, #7f8793); --soft: light-dark(#dde1e6, #343941);
      --accent: light-dark(#0b57d0, #a8c7fa); --on-accent: light-dark(#fff, #062e6f);
      --danger: light-dark(#b3261e, #f2b8b5); --good: light-dark(#146c2e, #6dd58c); --care: light-dark(#7a4d00, #ffd180);
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
    .page { max-width: 40rem; margin-inline: auto; padding: 1rem 1rem 3rem; }
    .screen, .layer, .group, .column { display: flex; flex-direction: column; gap: 1rem; align-items: stretch; }
    h1, h2, p, ul, fieldset, legend { margin: 0; padding: 0; border: 0; }
    h1 { font-size: 1.75rem; line-height: 1.25; margin-block-start: 1rem; }
    h2 { font-size: 1.25rem; line-height: 1.3; }
    h2.title { font-size: 1.5rem; }
    h1, h2, p, a, bdi, label, legend, button, .error, .image { overflow-wrap: anywhere; }
    .text, .hint, .error, .message, .detail { white-space: pre-wrap; }
    .caption, .hint, .detail, .required, .busy { color: var(--dim); }
    .caption, .hint, .required, .busy, .badge { font-size: .875rem; }
    .label, label, legend { font-weight: 600; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    [tabindex="-1"]:focus { outline: none; }
    [role=form], [role=group].group, details.group, .layer {
      background: var(--card); border: 1px solid var(--soft); border-radius: .75rem; padding: 1rem;
    }
    .layer { box-shadow: 0 .5rem 2rem #0004; margin-block-start: 1rem; }
    .row { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; }
    .share { flex: 1 1 0; min-width: min(8ch, 100%); }
    .share:has([type=date], [type=time], [type=datetime-local]) { min-width: min(9rem, 100%); }
    .share-2 { flex-grow: 2; } .share-3 { flex-grow: 3; } .share-4 { flex-grow: 4; } .share-5 { flex-grow: 5; }
    .share-6 { flex-grow: 6; } .share-7 { flex-grow: 7; } .share-8 { flex-grow: 8; } .share-9 { flex-grow: 9; }
    .share-10 { flex-grow: 10; } .share-11 { flex-grow: 11; } .share-12 { flex-grow: 12; }
    .grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); }
    @media (min-width: 30rem) {
      .columns-1 { grid-template-columns: minmax(0, 1fr); }
      .columns-2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .columns-3 { grid-template-columns: repeat(3, minmax(0, 1fr)); }
      .columns-4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
      .columns-5 { grid-template-columns: repeat(5, minmax(0, 1fr)); }
      .columns-6 { grid-template-columns: repeat(6, minmax(0, 1fr)); }
    }
    .grid > .label, .grid > .hint { grid-column: 1 / -1; }
    ul { list-style: none; }
    .list > li + li { border-block-start: 1px solid var(--soft); }
    .grid > .item { background: var(--card); border: 1px solid var(--soft); border-radius: .75rem; overflow: hidden; }
    .item > :not(.entry) { margin: 0 .75rem .75rem; }
    .entry {
      display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; width: 100%; padding: .75rem;
      text-align: start;
    }
    .name { font-weight: 600; }
    .badge {
      margin-inline-start: auto; padding: 0 .5rem; border-radius: 1rem; background: var(--soft); color: var(--ink);
    }
    .field { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; }
    .field > .hint, .field > .error, .field > .busy { flex-basis: 100%; }
    input, textarea { font: inherit; color: inherit; accent-color: var(--accent); }
    .field > input, .field > textarea {
      width: 100%; padding: .5rem .75rem; background: var(--page); border: 1px solid var(--line); border-radius: .5rem;
    }
    [aria-invalid=true]:is(input, textarea) { border: 2px solid var(--danger); }
    :is(input, textarea):is(:disabled, [aria-disabled=true]) { opacity: .6; }
    ::placeholder { color: var(--dim); opacity: 1; }
    .error { color: var(--danger); font-weight: 600; }
    .error:not(:empty)::before { content: "! " / ""; }
    .toggle { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; }
    .toggle > label { font-weight: 400; }
    .toggle > input { width: 1.1rem; height: 1.1rem; margin: 0; align-self: center; }
    .choice { display: flex; flex-direction: column; gap: .5rem; }
    button {
      font: inherit; color: var(--accent); background: none; border: 1px solid var(--line); border-radius: .5rem;
      padding: .5rem 1rem; min-height: 2.75rem; cursor: pointer;
    }
    button.entry { position: relative; padding-inline-end: 2rem; color: inherit; border: 0; border-radius: 0; }
    button.entry::after {
      content: "\\203A" / ""; position: absolute; inset-block: 0; inset-inline-end: .75rem; height: 1.5rem;
      margin-block: auto; font-size: 1.5rem; line-height: 1.25rem; color: var(--dim);
    }
    button.entry:dir(rtl)::after { content: "\\2039" / ""; }
    button:hover { background: color-mix(in srgb, var(--accent) 10%, transparent); }
    button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
    button.destructive { color: var(--danger); border-color: var(--danger); }
    button.cancel { color: var(--ink); }
    button:is(:disabled, [aria-disabled=true]) {
      background: var(--soft); border-color: var(--soft); color: var(--dim); cursor: not-allowed;
    }
    a { color: var(--accent); }
    a[aria-disabled=true] { color: var(--dim); }
    .bar ul { display: flex; flex-wrap: wrap; border-block-end: 1px solid var(--soft); }
    .tab { display: block; padding: .75rem 1rem; text-decoration: none; border-block-end: 3px solid transparent; }
    strong.tab { border-color: var(--accent); color: var(--ink); }
    .selected, .asks { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .panel:is(:target, :has(:target)) { display: block; }
    .tabs:has(> .panel:target, > .panel :target) > .panel:not(:target):not(:has(:target)) { display: none; }
    .image { border-radius: .5rem; max-width: 100%; }
    img.image { align-self: start; }
    div.image {
      display: grid; place-items: center; min-height: 6rem; padding: .75rem; border: 1px dashed var(--line);
      color: var(--dim); text-align: center;
    }
    code { font: 1.25rem/1.4 ui-monospace, monospace; letter-spacing: .1em; white-space: pre-wrap; }
    .code code {
      display: block; width: fit-content; max-width: 100%; margin-block: .25rem; padding: .5rem 1.25rem;
      border: 1px solid var(--line); border-radius: .5rem; font-size: 1.75rem; font-weight: 600; overflow-wrap: anywhere;
    }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .5rem .75rem; text-align: start; vertical-align: top; border-block-end: 1px solid var(--soft); }
    th { color: var(--dim); font-size: .875rem; }
    th, td, td * { overflow-wrap: break-word; }
    .wide { overflow-x: auto; }
    .short > :is(.text, .cell) { white-space: nowrap; }
    .end { text-align: end; }
    .fit { width: 1%; }
    \((1...12).map { ".share-\($0) { width: \($0 * 100 / 12)%; }" }.joined(separator: " "))
    td > .control { display: inline-block; }
    button.cell { padding: 0; min-height: 0; border: 0; text-align: inherit; font-weight: 600; color: var(--accent); text-decoration: underline; }
    .chart { margin: 0; display: flex; flex-direction: column; gap: .25rem; }
    .chart > svg { width: 100%; height: 6rem; color: var(--accent); }
    .bars { display: flex; text-align: center; font-size: .875rem; color: var(--dim); }
    .bars > * { flex: 1 1 0; min-width: 0; overflow-wrap: anywhere; }
    .qr { display: block; width: 12rem; max-width: 100%; forced-color-adjust: none; }
    progress { width: 100%; accent-color: var(--accent); }
    .banner { padding: .75rem 1rem; border-inline-start: .3rem solid var(--accent); background: var(--card); }
    .banner.success { border-color: var(--good); }
    .banner.warning { border-color: var(--care); }
    .banner.failure { border-color: var(--danger); }
    .failure > .severity { color: var(--danger); }
    .warning > .severity { color: var(--care); }
    .success > .severity { color: var(--good); }
    .back { margin-block-start: 1rem; }
    summary { cursor: pointer; }
    .icon {
      width: 1.15em; height: 1.15em; vertical-align: -.2em; fill: none; stroke: currentColor; stroke-width: 2;
      stroke-linecap: round; stroke-linejoin: round; margin-inline-end: .35em;
    }
    hr { width: 100%; border: 0; border-block-start: 1px solid var(--soft); margin: 0; }
    .spacer { height: 1rem; }
    @media (forced-colors: active) {
      .tab, button.tab { border-color: Canvas; }
      strong.tab, button.primary { border-color: Highlight; }
      button.primary { border-width: 3px; }
      button:is(:disabled, [aria-disabled=true]) { color: GrayText; border-color: GrayText; }
    }
    .stage { position: relative; min-height: 100vh; }
    .old { display: none; }

    """
  )
}
