package svg

// Style is the style sheet of all pictures, and of the pages that contain them. Colors are
// variables, which dark screens redefine; paper is always light.
//
// The classes c1 to c6 give an element the colors of a component: "c1 tint" fills a box, "c1
// strong" fills a text, and "c1 edge" draws a line. They may also be set on a group around the
// element.
const Style = `:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1f2328; --quiet: #59636e; --line: #57606a; --rule: #d1d9e0; --link: #0550ae;
  --box: #f6f8fa; --round: #fff8e5; --round-line: #9a6700; --alert: #b3261e; --alert-box: #fff1ef;
  --c1: #ddf4ff; --c2: #dafbe1; --c3: #fff8c5; --c4: #fbefff; --c5: #ffefe0; --c6: #eaeef2;
  --k1: #0550ae; --k2: #116329; --k3: #7d4e00; --k4: #6639ba; --k5: #953800; --k6: #424a53;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --quiet: #9198a1; --line: #8b949e; --rule: #3d444d; --link: #79c0ff;
    --box: #161b22; --round: #2b230f; --round-line: #d29922; --alert: #ff8e86; --alert-box: #2d1513;
    --c1: #0c2d4f; --c2: #0f3319; --c3: #3b2c05; --c4: #2e1c52; --c5: #431e0a; --c6: #262c36;
    --k1: #79c0ff; --k2: #7ee787; --k3: #e3b341; --k4: #d2a8ff; --k5: #ffa657; --k6: #c9d1d9;
  }
}
.picture { max-width: 100%; height: auto; }
.picture text {
  font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  fill: var(--ink); white-space: pre;
}
.picture text.small { font-size: 11px; fill: var(--quiet); }
.picture text.alert { fill: var(--alert); }
.picture text.italic { font-style: italic; }
.picture text.middle { text-anchor: middle; }
.picture text.end { text-anchor: end; }
.picture path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.picture path.head { fill: var(--line); stroke: none; }
.picture path.quiet { stroke: var(--rule); }
.picture rect, .picture circle { fill: var(--box); stroke: var(--line); stroke-width: 1.25; }
.picture circle.dot { fill: var(--line); stroke: none; }
.picture rect.round, .picture circle.round { fill: var(--round); stroke: var(--round-line); }
.picture rect.dashed { fill: none; stroke-dasharray: 4 3; }
.picture rect.alert { fill: var(--alert-box); stroke: var(--alert); stroke-dasharray: 4 3; }
.picture rect.paper { fill: var(--paper); stroke: none; }
.picture a text { fill: var(--link); }
.picture a:hover rect, .picture a:focus rect { stroke: var(--link); stroke-width: 2; }
.picture a:hover text, .picture a:focus text { text-decoration: underline; }
.c1 { --tint: var(--c1); --strong: var(--k1); }
.c2 { --tint: var(--c2); --strong: var(--k2); }
.c3 { --tint: var(--c3); --strong: var(--k3); }
.c4 { --tint: var(--c4); --strong: var(--k4); }
.c5 { --tint: var(--c5); --strong: var(--k5); }
.c6 { --tint: var(--c6); --strong: var(--k6); }
.picture .tint { fill: var(--tint); stroke: var(--strong); }
.picture rect.lane { opacity: .5; }
.picture text.strong { fill: var(--strong); }
.picture path.edge { stroke: var(--strong); }
`
