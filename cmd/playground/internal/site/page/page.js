// The page: what it shows is in state, the grammar that the compiler has read in compiled.

import { $, h, later, options, save } from './dom.js';
import { Editor } from './editor.js';
import { Engine, Stopped, Superseded } from './engine.js';
import { maxLink, read, write } from './link.js';
import { views } from './views.js';

const page = {
  state: {
    bundled: '', file: 'grammar.abnf', dialect: '', import: '', recursion: '', repair: false,
    rule: '', tab: 'rules', string: '', escape: false,
  },
  compiled: null, // the last answer to "compile"
  lost: false, // whether the worker was replaced, so that it must compile before other requests
  given: '', // the string that the page itself put in
  seed: 1, // of the samples
  fit: false, // whether automata are scaled to the width
  code: null, // the code that is shown
  pick, use,
};
const { state } = page;

// maxOptions is the maximum number of rules in a menu.
const maxOptions = 1000;

// patience is how long the compiler may work on a text that has since been edited, in milliseconds.
const patience = 1500;

// edit is the reason for stopping the compiler because the text was edited.
const edit = 'edited';

const engine = new Engine(busy);
const editor = new Editor(edited, loaded);
const tabs = [...document.querySelectorAll('[role="tab"]')];
const fields = ['dialect', 'recursion'];

// ---- The state of the compiler

let slow = 0;

function busy(sent) {
  clearTimeout(slow);
  if (!sent) {
    $('status').classList.remove('busy');
    $('stop').hidden = true;
    return;
  }
  slow = setTimeout(() => {
    $('status').classList.add('busy');
    if (sent.kind === 'compile') tell('Compiling…');
    $('stop').hidden = false;
  }, 150);
}

function tell(text) {
  if ($('status').textContent !== text) $('status').textContent = text;
}

// stop ends the request that is being answered. The worker forgets the grammar.
function stop(reason) {
  if (!engine.sent) return;
  page.lost = true;
  engine.stop(reason);
}

// ---- The grammar

async function compile() {
  const { file, dialect, recursion, repair } = state;
  const request = { Do: 'compile', File: file, Text: editor.value, Dialect: dialect, Imports: imports(),
    Recursion: recursion, Repair: repair };
  try {
    const answer = await engine.ask('compile', request);
    page.compiled = answer;
    page.lost = false;
    editor.show(answer, offers(answer));
    await chooseRule();
    fillRules();
    const n = answer.rules.filter((r) => !r.core).length;
    const errors = answer.errors === 0 ? '' : answer.errors === 1 ? ', 1 error' : `, ${answer.errors} errors`;
    tell(`${n.toLocaleString('en')} ${n === 1 ? 'rule' : 'rules'}${errors}, ${Math.round(answer.ms).toLocaleString('en')} ms`);
    performance.mark('result');
    await refresh();
  } catch (error) {
    if (error instanceof Stopped && error.message !== edit) page.compiled = null;
    failed(error, () => editor.show({ notation: error.message }));
    if (!page.compiled) refresh();
  }
}

// offers returns remedies for diagnostics: options on the page.
function offers(answer) {
  const list = [];
  const offer = (label, box) => list.push({ label, act: () => box().click() });
  if (!state.repair && answer.diagnostics.some((d) => d.code === 'comment-swallows')) offer('Repair the joined lines', () => $('repair'));
  for (const { grammar, defines, missing } of answer.offers) {
    const of = missing === 1 ? '' : ` (${defines} of ${missing} missing rules)`;
    offer(`Import ${grammar}${of}`, () => importBoxes().find((box) => box.value === grammar));
  }
  return list;
}

// imports returns the names of the imported grammars. In the state and in links, commas separate
// them.
function imports() {
  return state.import.split(',').filter(Boolean);
}

function importBoxes() {
  return [...$('imports').querySelectorAll('input')];
}

const compileSoon = later(250, compile);

// failed handles an error of a request. Nothing happens if a newer request takes its place.
function failed(error, show) {
  if (error instanceof Superseded || error.message === edit) return;
  if (error instanceof Stopped) {
    tell(`${error.message === 'stopped' ? 'Stopped' : error.message}. Ctrl+Enter compiles again.`);
    return;
  }
  show();
}

function edited() {
  state.bundled = '';
  $('bundled').value = '';
  if (engine.sent?.kind === 'compile' && performance.now() - engine.sent.began > patience) stop(edit);
  compileSoon();
  linkSoon();
}

// loaded handles a file that the user opened.
function loaded(name, text, error) {
  if (text === null) {
    tell(error);
    return;
  }
  stop(edit);
  Object.assign(state, { bundled: '', file: name, dialect: '', import: '', repair: false, rule: '', string: '', escape: false });
  page.given = '';
  show(text);
}

// open shows a bundled grammar.
async function open(name, how = {}) {
  const { file, text, rule, string } = await engine.ask('open', { Do: 'open', Grammar: name });
  Object.assign(state, { bundled: name, file, dialect: '', import: '', recursion: '', repair: false, rule,
    string: string.text, escape: string.escaped }, how);
  page.given = string.text;
  show(text);
}

// show shows a text and the state, and compiles.
function show(text) {
  editor.value = text;
  $('bundled').value = state.bundled;
  for (const name of fields) $(name).value = state[name];
  const imported = imports();
  for (const box of importBoxes()) box.checked = imported.includes(box.value);
  $('repair').checked = state.repair;
  $('string').value = state.string;
  $('escape').checked = state.escape;
  selectTab(state.tab);
  compileSoon.now();
  linkSoon();
}

// ---- Rules

// chooseRule chooses a rule if the grammar lacks the one that was chosen: the first with a table to
// which no other rule refers. A sample of it replaces a string that the page itself put in.
async function chooseRule() {
  const { rules } = page.compiled;
  if (rules.some((r) => r.name === state.rule)) return;
  const usable = rules.filter((r) => !r.core && !r.reason);
  state.rule = (usable.find((r) => r.root) ?? usable[0] ?? rules[0])?.name ?? '';
  if (state.string !== page.given) return;
  let sample = { text: '', escaped: false };
  if (usable.length > 0) sample = await engine.ask('sample', { Do: 'sample', Rule: state.rule });
  if (state.string !== page.given) return; // typed meanwhile
  page.given = sample.text;
  setString(sample);
}

function setString({ text, escaped }) {
  Object.assign(state, { string: text, escape: escaped });
  $('string').value = text;
  $('escape').checked = escaped;
}

function fillRules() {
  const { rules } = page.compiled;
  let names = rules.slice(0, maxOptions).map((r) => r.name);
  if (state.rule && !names.includes(state.rule)) names = [state.rule, ...names];
  options($('rule'), names.map((name) => ({ value: name, label: name })));
  $('rule').value = state.rule;
  if ($('other-grammar').value === '') fillOther(rules);
}

function fillOther(rules) {
  const had = $('other').value;
  options($('other'), rules.slice(0, maxOptions).map((r) => ({ value: r.name, label: r.name })));
  if (rules.some((r) => r.name === had)) return;
  const same = $('other-grammar').value !== '' && rules.find((r) => r.name === state.rule);
  $('other').value = (same || rules.find((r) => r.name !== state.rule && !r.reason) || rules[0])?.name ?? '';
}

// pick selects a rule and shows its definition.
function pick(name) {
  const rule = page.compiled?.rules.find((r) => r.name === name);
  if (!rule) return;
  state.rule = name;
  if (rule.line > 0) editor.reveal(rule.line);
  fillRules();
  refresh();
  linkSoon();
}

// use sets the string to match, and shows its tab if go is set.
function use(string, go = false) {
  setString(string);
  if (go) selectTab('string', true);
  refresh();
  linkSoon();
}

// ---- Tabs

function selectTab(name, focus = false) {
  if (!views[name]) name = 'rules';
  state.tab = name;
  for (const tab of tabs) {
    const selected = tab.id === `tab-${name}`;
    tab.ariaSelected = selected;
    tab.tabIndex = selected ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !selected;
    if (selected && focus) tab.focus();
    if (selected) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

// refresh shows the results for the state in the tab that is selected.
async function refresh() {
  if (page.compiled && page.lost) {
    if (engine.sent?.kind !== 'compile') compileSoon.now(); // which refreshes
    return;
  }
  const { tab } = state;
  const view = views[tab];
  const result = document.querySelector(`#panel-${tab} .result`);
  const put = (...nodes) => {
    if (tab !== state.tab) return;
    result.classList.remove('stale');
    result.replaceChildren(...nodes.filter((node) => node));
  };
  if (!page.compiled) {
    if (page.lost) put(h('p', { className: 'message', textContent: 'The compilation was stopped. Ctrl+Enter compiles again.' }));
    return;
  }
  if (page.compiled.rules.length === 0) {
    put(h('p', { className: 'message', textContent: 'The text defines no rule. Choose a grammar above, open a file, or type one.' }));
    return;
  }
  const request = view.request(page);
  try {
    let answer = null;
    if (request) {
      const wait = setTimeout(() => result.classList.add('stale'), 120);
      try {
        answer = await engine.ask('view', { ...request, Rule: state.rule });
      } finally {
        clearTimeout(wait);
      }
    }
    put(...view.render(answer, page));
  } catch (error) {
    failed(error, () => put(h('p', { className: 'message failed', textContent: error.message })));
  }
}

// ---- The link

async function link() {
  const { fragment, size } = await write({ ...state, text: editor.value });
  history.replaceState(null, '', location.pathname + location.search + fragment);
  return { fragment, size };
}

const linkSoon = later(400, link);

async function share() {
  const { fragment, size } = await link();
  if (fragment === '') {
    save(state.file, editor.value);
    tell(`The grammar takes ${Math.ceil(size / 1024)} KB compressed, too much for a link (${maxLink / 1024} KB). It is saved as a file.`);
    return;
  }
  try {
    await navigator.clipboard.writeText(location.href);
    tell('The link is copied.');
  } catch {
    tell('The link is in the address bar.');
  }
}

// fromLink shows what the address describes. It reports whether it describes anything.
async function fromLink() {
  let linked;
  try {
    linked = await read(location.hash);
  } catch (error) {
    tell(error.message);
    editor.show({ notation: error.message });
    return true;
  }
  if (!linked) return false;
  const { bundled, text, ...how } = linked;
  how.tab ||= 'rules';
  if (bundled) {
    if (!how.rule) delete how.rule;
    if (!how.string) delete how.string;
    delete how.file;
    await open(bundled, how);
    return true;
  }
  Object.assign(state, how, { bundled: '', file: how.file || 'grammar.abnf' });
  show(text);
  return true;
}

// ---- Events

$('bundled').addEventListener('change', ({ target }) => {
  if (engine.sent?.kind === 'compile') stop(edit);
  if (target.value) open(target.value);
});
for (const name of fields) {
  $(name).addEventListener('change', ({ target }) => {
    state[name] = target.value;
    compileSoon.now();
    linkSoon();
  });
}
$('imports').addEventListener('change', () => {
  state.import = importBoxes().filter((box) => box.checked).map((box) => box.value).join(',');
  compileSoon.now();
  linkSoon();
});
$('repair').addEventListener('change', ({ target }) => {
  state.repair = target.checked;
  compileSoon.now();
  linkSoon();
});
$('save').addEventListener('click', () => save(state.file, editor.value));
$('share').addEventListener('click', share);
$('stop').addEventListener('click', () => stop());
$('rule').addEventListener('change', ({ target }) => pick(target.value));
$('filter').addEventListener('input', refresh);
$('fold').addEventListener('change', refresh);
$('as').addEventListener('change', refresh);
$('other').addEventListener('change', refresh);
$('string').addEventListener('input', ({ target }) => {
  state.string = target.value;
  refresh();
  linkSoon();
});
$('escape').addEventListener('change', ({ target }) => {
  state.escape = target.checked;
  refresh();
  linkSoon();
});
$('again').addEventListener('click', () => {
  page.seed++;
  refresh();
});
$('other-grammar').addEventListener('change', async ({ target }) => {
  try {
    const answer = await engine.ask('rules', { Do: 'rules', Grammar: target.value });
    fillOther(answer.rules);
    refresh();
  } catch (error) {
    failed(error, () => tell(error.message));
  }
});
$('copy').addEventListener('click', async () => {
  if (!page.code) return;
  try {
    await navigator.clipboard.writeText(page.code.text);
    tell('Copied.');
  } catch {
    tell('The browser does not allow this page to copy; select the text instead.');
  }
});
$('save-code').addEventListener('click', () => page.code && save(page.code.file, page.code.text));

for (const tab of tabs) {
  tab.addEventListener('click', () => {
    selectTab(tab.id.slice(4));
    refresh();
    linkSoon();
  });
  tab.addEventListener('keydown', (event) => {
    const i = tabs.indexOf(tab);
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    selectTab(tabs.at(to % tabs.length).id.slice(4), true);
    refresh();
    linkSoon();
  });
}

addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    if ($('more').open) {
      $('more').open = false;
      $('more').querySelector('summary').focus();
    } else {
      stop();
    }
  } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    compileSoon.now();
  }
});
addEventListener('click', (event) => {
  if ($('more').open && !$('more').contains(event.target)) $('more').open = false;
});
addEventListener('hashchange', fromLink);

// Pictures are laid out for the width of the page.
let laidOut = innerWidth;
addEventListener('resize', later(200, () => {
  if (innerWidth === laidOut) return;
  laidOut = innerWidth;
  refresh();
}));

// ---- The start

function fill(menu) {
  editor.limit = menu.limit;
  options($('dialect'), [{ value: '', label: 'detected' }, ...menu.dialects]);
  const grammars = menu.grammars.map(({ value, label }) => ({ value, label: `${value} – ${label}` }));
  options($('bundled'), [{ value: '', label: 'Your grammar' }, ...grammars]);
  $('imports').append(...menu.grammars.map(({ value, label }) => h('label', { className: 'check', title: label },
    h('input', { type: 'checkbox', value }), value)));
  options($('other-grammar'), [{ value: '', label: 'this grammar' }, ...menu.grammars.map(({ value }) => ({ value, label: value }))]);
  const group = (label, kind, choices) => h('optgroup', { label },
    ...choices.map((c) => h('option', { value: `${kind} ${c.value}`, textContent: c.label })));
  $('as').replaceChildren(group('Regular expression', 'regexp', menu.engines), group('Code', 'code', menu.languages));
  $('bundled').disabled = false;
}

selectTab('rules');
try {
  await engine.load();
  fill(await engine.ask('start', { Do: 'start' }));
  if (!(await fromLink())) await open('rfc3987');
} catch (error) {
  tell(error.message);
  editor.show({ notation: error.message });
}
