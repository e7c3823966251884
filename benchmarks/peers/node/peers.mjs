// The JavaScript peers of the benchmarks, as a child process of the harness:
//
//   node peers.mjs FOLDER
//
// FOLDER contains iri.mjs, from "abnf gen --lang js", and iri.ecmascript, from "abnf regexp". The
// protocol is that of ../child.go, with peers only. Strings are decoded before a pass; one that is
// not UTF-8 is rejected. Before the first timed pass of a peer after a load, the program runs over
// the strings for WARM_UP nanoseconds, so that the timed code is compiled.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const WARM_UP = 500_000_000;
const folder = process.argv[2];
const { IRI } = await import(pathToFileURL(`${folder}/iri.mjs`));
const expression = new RegExp(readFileSync(`${folder}/iri.ecmascript`, "utf8").trimEnd(), "u");

const peers = [
  { name: "abnf gen --lang js", version: "this one", standard: "RFC 3987", valid: IRI.valid },
  { name: "RegExp", version: process.versions.node, standard: "RFC 3987", valid: (s) => expression.test(s) },
  { name: "URL.canParse", version: process.versions.node, standard: "WHATWG URL", valid: (s) => URL.canParse(s) },
];
for (const { name, version, standard } of peers) {
  console.log(JSON.stringify({ name, language: "JavaScript", version, standard }));
}
console.log();

let strings = [];
let warm = new Set();

const load = (file) => {
  const data = readFileSync(file);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  strings = [];
  warm = new Set();
  for (let at = 0; at < data.length;) {
    const start = at + 4;
    at = start + data.readUInt32LE(at);
    try {
      strings.push(decoder.decode(data.subarray(start, at)));
    } catch {
      strings.push(null);
    }
  }
  return `ok\t${strings.length}`;
};

const pass = ({ valid }) => {
  const begin = process.cpuUsage();
  let accepted = 0;
  for (const s of strings) if (s !== null && valid(s)) accepted++;
  return [process.cpuUsage(begin).user * 1000, accepted];
};

const time = (peer, turn) => {
  if (!warm.has(peer)) {
    for (let spent = 0; spent < WARM_UP; spent += Math.max(pass(peer)[0], 1000));
    warm.add(peer);
  }
  let [least, accepted] = pass(peer);
  for (let spent = least; spent < turn;) {
    const [ns] = pass(peer);
    least = Math.min(least, ns);
    spent += Math.max(ns, 1000);
  }
  return `${least}\t${accepted}\t-1`;
};

const answer = (line) => {
  const [verb, name, turn] = line.split("\t");
  if (verb === "load") return load(name);
  const peer = peers.find((p) => p.name === name);
  if (peer === undefined) throw new Error(`no peer is called ${name}`);
  if (verb === "verdicts") return strings.map((s) => (s !== null && peer.valid(s) ? "1" : "0")).join("");
  if (verb === "time") return time(peer, Number(turn));
  throw new Error(`${verb} is no request: there are load, verdicts, time and quit`);
};

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "quit") break;
  try {
    console.log(answer(line));
  } catch (e) {
    console.log(`error\t${String(e).replaceAll("\n", " ")}`);
  }
}
