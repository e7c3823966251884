// What the tabs show. A view makes the request for a state of the page, or null if it needs none,
// and renders the answer as nodes.

import { $, h, save } from './dom.js';

// maxRows is the maximum number of rules in the table: more would stall the page.
const maxRows = 300;

// A string on the page is { text, escaped }; see shown in package play.
function piece({ text }) {
  return text === '' ? h('span', { className: 'quiet', textContent: 'the empty string' })
    : h('span', { className: 'piece', textContent: visible(text) });
}

// visible replaces the spaces at the ends of a text with signs.
function visible(text) {
  return text.replace(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length));
}

// edited describes an edit; see edit in package play.
function edited(e) {
  const [from, to] = [visible(e.old), visible(e.new)];
  const words = { insert: `“${to}” inserted`, delete: `“${from}” deleted`, replace: `“${from}” replaced with “${to}”`,
    transpose: `“${from}” transposed` };
  return `${words[e.kind]} at character ${e.column}`;
}

// maxEdits is the maximum number of edits of a string that are described one by one.
const maxEdits = 4;

function editedBy(edits) {
  return edits.length <= maxEdits ? edits.map(edited).join(', ') : `${edits.length} characters changed`;
}

// width is the width for a picture on a tab.
function width(tab) {
  return Math.max(300, Math.min(960, $(`panel-${tab}`).clientWidth - 48));
}

// table returns a table; columns are names, or names that begin with "#" for numbers.
function table(caption, columns, rows) {
  const number = (name) => (name.startsWith('#') ? 'number' : '');
  const head = columns.map((name) => h('th', { scope: 'col', className: number(name), textContent: name.replace('#', '') }));
  return h('table', {}, h('caption', { className: 'visually-hidden', textContent: caption }),
    h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows));
}

function cell(...children) {
  return h('td', {}, ...children);
}

function number(value) {
  return h('td', { className: 'number', textContent: value.toLocaleString('en') });
}

function rules(_, { compiled, state, pick }) {
  const filter = $('filter').value.trim().toLowerCase();
  const found = compiled.rules.filter(({ name }) => name.toLowerCase().includes(filter));
  const rows = found.slice(0, maxRows).map((r) => {
    const name = h('button', { type: 'button', textContent: r.name, onclick: () => pick(r.name) });
    const row = h('tr', { className: r.name === state.rule ? 'selected' : '' },
      cell(name, r.core ? h('span', { className: 'quiet', textContent: r.from ? ` from ${r.from}` : ' core' }) : null),
      cell(r.exact === 'exact' || r.exact === '' ? r.kind : `${r.kind}, ${r.exact}`));
    if (r.reason) row.append(h('td', { colSpan: 3, className: 'reason', textContent: r.reason }));
    else if (r.bytes === 0) row.append(h('td', { colSpan: 3, className: 'number quiet', textContent: 'no table' }));
    else row.append(number(r.states), number(r.classes), number(r.bytes));
    return row;
  });
  const nodes = [table('Rules', ['Rule', 'Kind', '#States', '#Classes', '#Bytes'], rows)];
  if (found.length > maxRows) {
    nodes.push(h('p', { className: 'quiet', textContent: `${found.length - maxRows} more rules; filter them by name` }));
  }
  return found.length > 0 ? nodes : [h('p', { className: 'message', textContent: 'No rule has such a name.' })];
}

// picture returns an SVG image. It is in a shadow tree, so that its style sheet applies only to the
// image. Links to "#" and the name of a rule select this rule.
function picture(svg, label, pick) {
  const box = h('div', { className: 'picture-box', tabIndex: 0, role: 'group', 'aria-label': label });
  const root = box.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet(); // the page's policy forbids style elements
  const text = svg.replace(/<style>([^]*?)<\/style>/, (_, style) => {
    sheet.replaceSync(style.replaceAll(':root', ':host'));
    return '';
  });
  root.adoptedStyleSheets = [sheet];
  const image = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  image.style.minWidth = `${0.75 * image.getAttribute('width')}px`; // smaller text would be hard to read
  image.style.display = 'block';
  box.image = image;
  root.append(image);
  root.addEventListener('click', (event) => {
    const href = event.target.closest?.('a')?.getAttribute('href');
    if (!href?.startsWith('#')) return;
    event.preventDefault();
    pick(href.slice(1));
  });
  return box;
}

function drawn({ svg, note, text }, page, what, form) {
  const { state, pick } = page;
  const name = state.rule;
  const box = picture(svg, `${what} of ${name}`, pick);
  const { minWidth } = box.image.style;
  const fits = parseFloat(minWidth) <= $(`panel-${state.tab}`).clientWidth - 44;
  const fit = h('input', { type: 'checkbox', checked: page.fit, onchange: () => {
    page.fit = fit.checked;
    scale();
  } });
  const scale = () => (box.image.style.minWidth = page.fit ? '' : minWidth);
  scale();
  return [
    box,
    h('div', { className: 'under' },
      h('button', { type: 'button', textContent: 'Save SVG', onclick: () => save(`${name}.svg`, svg, 'image/svg+xml') }),
      form === 'dot' ? h('button', { type: 'button', textContent: 'Save DOT', onclick: () => save(`${name}.dot`, text) }) : null,
      fits ? null : h('label', { className: 'check' }, fit, 'Fit to width'), note ? h('p', { textContent: note }) : null),
    form === 'text' ? h('pre', { className: 'wrap', textContent: text }) : null,
  ];
}

// colors of components are used in order.
const color = (i) => `c${(i % 6) + 1}`;

// string shows a verdict: the part at fault, then the walk of the table.
function string(v, { state, pick, use }) {
  const nodes = [];
  if (v.valid) {
    nodes.push(h('p', { className: 'verdict good' }, `✓ ${state.rule} matches`,
      v.exact === 'exact' ? null : h('span', { className: 'quiet', textContent: `(a ${v.exact} of the language)` })));
  } else {
    nodes.push(h('p', { className: 'verdict bad', textContent: `✗ ${state.rule} does not match` }),
      h('p', { className: 'why' }, `Character ${v.column}: ${v.message}`, v.remedy ? `; ${v.remedy}` : '', '.'));
    if (v.path?.length > 1) nodes.push(h('p', { className: 'path' }, 'inside ', v.path.join(' › ')));
  }
  if (!v.valid) {
    nodes.push(h('p', { className: 'shown' }, v.before, h('mark', { textContent: visible(v.fault) || '▮' }),
      h('span', { className: 'dead', textContent: v.after })));
    if (v.expected?.length > 0) {
      const where = v.stopped === v.column ? '' : ` at character ${v.stopped}`;
      nodes.push(h('p', { className: 'expected', textContent: `Expected${where}: ${v.expected.join(', ')}` }));
    }
  }
  nodes.push(picture(v.picture, 'Walk of the string', pick));
  if (v.parts) {
    nodes.push(h('h2', { textContent: 'Components' }), table('Components', ['Component', 'Text'], v.parts.map((p, i) => h('tr', {},
      cell(h('span', { className: `name-c ${color(i)}`, textContent: p.name })),
      cell(p.missing ? h('span', { className: 'quiet', textContent: 'missing' })
        : p.text === '' ? h('span', { className: 'quiet', textContent: 'empty' }) : piece(p))))));
  }
  const tries = [];
  const offer = (what, s, edits) => tries.push(h('tr', {}, cell(what),
    cell(h('button', { type: 'button', onclick: () => use(s) }, piece(s)),
      edits ? h('p', { className: 'quiet', textContent: editedBy(edits) }) : null)));
  const same = v.nearest?.string.text === v.repaired.text && v.nearest.string.escaped === v.repaired.escaped;
  if (v.repaired.text) offer('Repaired', v.repaired, same ? v.nearest.edits : null);
  if (v.nearest && !(same && v.repaired.text)) {
    offer(v.nearest.edits ? 'Nearest match' : 'Longest beginning, completed', v.nearest.string, v.nearest.edits);
  }
  if (v.accepted) {
    tries.push(h('tr', {}, cell('Rule that matches'),
      cell(h('button', { type: 'button', textContent: v.accepted, onclick: () => pick(v.accepted) }))));
  }
  if (tries.length > 0) nodes.push(h('h2', { textContent: 'Try' }), table('Try', ['Suggestion', 'String'], tries));
  if (v.valid && v.expected?.length > 0) {
    nodes.push(h('h2', { textContent: 'Could follow' }), h('p', { textContent: v.expected.join(', ') }));
  }
  if (v.valid && v.path?.length > 1) {
    nodes.push(h('h2', { textContent: 'Rules at the end of the string' }), h('p', { className: 'path', textContent: v.path.join(' › ') }));
  }
  return nodes;
}

function samples(a, { use }) {
  const button = (s) => h('button', { type: 'button', title: 'Use as the string', onclick: () => use(s, true) }, piece(s));
  const head = (title, note) => h('h2', {}, title, note ? h('span', { className: 'quiet', textContent: note }) : null);
  const list = (title, strings, note, form = '') => (!strings ? []
    : [head(title, note), h('ul', { className: `strings ${form}` }, ...strings.map((s) => h('li', {}, button(s))))]);
  const misses = (a.misses ?? []).map((m) => h('tr', {}, cell(button(m.string)),
    h('td', { className: 'quiet', textContent: edited(m) })));
  const depth = a.depth ? `, at most ${a.depth} calls deep` : '';
  return [
    ...list('Shortest', a.shortest, (a.count ? `of ${a.count}` : 'of infinitely many') + depth, 'flow'),
    ...list('Readable', a.readable, 'each alternative once before one is used again', 'flow'),
    ...list('Drawn at random', a.ascii, a.members ? 'in ASCII' : ''),
    ...list('Drawn at random', a.members, a.ascii ? 'all characters' : ''),
    head('Near misses', 'no matches, but one edit away from one'),
    a.noMiss ? h('p', { className: 'message', textContent: a.noMiss }) : table('Near misses', ['String', 'Edit'], misses),
  ];
}

function diff(d, { state, use }) {
  const other = $('other').value;
  const words = { equal: 'matches the same strings as', subset: 'matches fewer strings than', superset: 'matches more strings than',
    incomparable: 'and' };
  const title = d.relation === 'incomparable' ? `${state.rule} and ${other} each match strings that the other does not`
    : `${state.rule} ${words[d.relation]} ${other}`;
  const row = (name, w) => h('tr', {}, cell(h('code', { textContent: name })),
    cell(w ? h('button', { type: 'button', title: 'Use as the string', onclick: () => use(w.string, true) }, piece(w.string))
      : h('span', { className: 'quiet', textContent: 'none' }),
    w?.path?.length > 0 ? h('p', { className: 'path', textContent: w.path.join(' › ') }) : null));
  return [
    h('p', { className: `verdict ${d.relation === 'equal' ? 'good' : ''}`, textContent: title }),
    h('h2', { textContent: 'Shortest strings' }),
    table('Shortest strings', ['Only', 'String'], [row(state.rule, d.onlyA), row(other, d.onlyB)]),
  ];
}

function code(p, page) {
  page.code = p;
  return [p.note ? h('p', { className: 'message', textContent: p.note }) : null,
    h('pre', { className: p.file === 'regexp.txt' ? 'wrap' : '', tabIndex: 0, role: 'group', 'aria-label': p.file }, clip(p.text))];
}

// clip shortens what is shown but not what is copied: a table of 1 MB would stall the page.
function clip(text) {
  const most = 60_000;
  return text.length <= most ? text : `${text.slice(0, most)}\n… ${(text.length - most).toLocaleString('en')} more characters`;
}

export const views = {
  rules: { request: () => null, render: rules },
  railroad: {
    request: () => ({ Do: 'railroad', Width: width('railroad') }),
    render: (a, page) => drawn(a, page, 'Railroad diagram', 'text'),
  },
  automaton: {
    request: () => ({ Do: 'automaton', As: $('fold').value }),
    render: (a, page) => drawn(a, page, 'Automaton', 'dot'),
  },
  string: {
    request: ({ state }) => ({ Do: 'string', String: state.string, Escape: state.escape, Width: width('string') }),
    render: string,
  },
  samples: { request: ({ seed }) => ({ Do: 'samples', Seed: seed }), render: samples },
  diff: { request: () => ({ Do: 'diff', Grammar: $('other-grammar').value, Other: $('other').value }), render: diff },
  code: {
    request: () => {
      const [kind, as] = $('as').value.split(' ');
      return { Do: kind, As: as };
    },
    render: code,
  },
};
