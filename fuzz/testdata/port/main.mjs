// Prints what the functions of a generated file return for each line of standard input, a rule and
// a text in hexadecimal digits; see TestPorts.

import { createInterface } from "node:readline";

const ported = await import(process.argv[2]);
const part = (p) => (p === null ? "-1--1" : p.join("-"));

let out = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [rule, hex] = line.split("\t");
  const text = Buffer.from(hex, "hex").toString();
  const { valid, prefix, errorOffset, split, classify } = ported[rule];
  if (classify) {
    out.push(classify(text));
    continue;
  }
  const parts = split?.(text);
  out.push([valid(text), prefix(text), errorOffset(text), ...Object.values(parts ?? {}).map(part)].join(" "));
  if (out.length > 10000) {
    process.stdout.write(out.join("\n") + "\n");
    out = [];
  }
}
process.stdout.write(out.join("\n") + "\n");
