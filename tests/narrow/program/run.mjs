// SPDX-License-Identifier: MIT
// Runs a program of WebAssembly under node, with nothing of the machine but its output: run.mjs PROGRAM
import {readFile} from 'node:fs/promises';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', returnOnExit: false});
const module = await WebAssembly.compile(await readFile(process.argv[2]));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
