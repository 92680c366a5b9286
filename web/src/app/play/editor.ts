// The editor: CodeMirror with the languages of the playground, in the page's own colours. A module
// of its own, which is loaded with the pages that need it.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { xml } from "@codemirror/lang-xml";
import type { StreamParser } from "@codemirror/language";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import type { Diagnostic } from "@codemirror/lint";
import { setDiagnostics } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { inline } from "../../format";
import type { ProgramError } from "../types";
import type { LanguageName } from "./languages";

/** Calls with numbers by name, and comments. */
const shapes: StreamParser<null> = {
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^(filled_)?(circle|square)\b/)) return "keyword";
    if (stream.match(/^(cx|cy|radius|size|stroke)\b/)) return "propertyName";
    if (stream.match(/^-?(0[xX][0-9a-fA-F]+|\d+)/)) return "number";
    if (stream.match(/^[A-Za-z_]\w*/)) return "variableName";
    stream.next();
    return "punctuation";
  },
  languageData: { commentTokens: { line: "#" } },
};

/** All notations: commands, names of values, words, numbers, text in quotes. */
const cad: StreamParser<null> = {
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"([^"\\]|\\.)*"(?=\s*:)/)) return "propertyName";
    if (stream.match(/^("([^"\\]|\\.)*"|'([^'\\]|\\.)*')/)) return "string";
    if (stream.match(/^(SOL|EOS|LOOP|END)\b/)) return "atom";
    if (stream.match(/^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/)) return "number";
    if (stream.match(/^(true|false|True|False|null|None)\b/)) return "bool";
    if (stream.match(/^[A-Za-z_][\w-]*(?=\s*=)/)) return "propertyName";
    if (stream.match(/^[A-Z][A-Za-z]*(?=\s*:?\s*[([{])/)) return "keyword";
    if (stream.match(/^[A-Za-z_][\w-]*/)) return "variableName";
    stream.next();
    return "punctuation";
  },
};

const SUPPORT: Record<LanguageName, () => Extension> = {
  turtle: () => [python(), indentUnit.of("    ")],
  xlogo: () => [python(), indentUnit.of("    ")],
  svg: () => [xml(), indentUnit.of("  ")],
  shapes: () => StreamLanguage.define(shapes),
  cad: () => StreamLanguage.define(cad),
};

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.attributeName], color: "var(--code-name)" },
  { tag: tags.function(tags.definition(tags.variableName)), color: "var(--code-name)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--raised)",
    color: "var(--soft)",
    borderRight: "1px solid var(--rule)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--link) 7%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--neutral-ground)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "color-mix(in srgb, var(--link) 28%, transparent)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--good) 25%, transparent)",
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1.5px",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-tooltip": {
    border: "1px solid var(--rule)",
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    maxWidth: "min(30rem, 90vw)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
});

/** What the squiggle goes under: the line without its indentation, or from the column on. */
function rangeOf(text: Text, error: ProgramError): { from: number; to: number } | null {
  if (error.line === null || error.line < 1) return null;
  const line = text.line(Math.min(error.line, text.lines));
  const indent = line.text.length - line.text.trimStart().length;
  const column = error.column === null ? indent : Math.min(error.column - 1, line.length);
  const from = line.from + (line.text.slice(column).trim() === "" ? indent : column);
  return { from: Math.min(from, line.to), to: line.to };
}

export interface EditorOptions {
  language: LanguageName;
  code: string;
  /** The id of the element that names the editor; without it, it is called "Program". */
  labelledBy?: string;
  /** The id of the element that says how the keyboard leaves it. */
  describedBy: string;
  testid: string;
  changed: () => void;
}

export class Editor {
  readonly view: EditorView;
  private readonly common: Extension;

  constructor({ language, code, labelledBy, describedBy, testid, changed }: EditorOptions) {
    const name: Record<string, string> =
      labelledBy === undefined ? { "aria-label": "Program" } : { "aria-labelledby": labelledBy };
    this.common = [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(colours),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({
        ...name,
        "aria-describedby": describedBy,
        "data-testid": testid,
        tabindex: "0",
      }),
      look,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
      }),
    ];
    this.view = new EditorView({ state: this.stateOf(language, code) });
  }

  get code(): string {
    return this.view.state.doc.toString();
  }

  /** Another language, with nothing to undo. Not a change. */
  use(language: LanguageName, code: string): void {
    this.view.setState(this.stateOf(language, code));
  }

  /** Another program, which can be undone. */
  replace(code: string): void {
    const changes = { from: 0, to: this.view.state.doc.length, insert: code };
    this.view.dispatch({ changes, selection: { anchor: 0 } });
  }

  /** The squiggle; null takes it away. */
  mark(error: ProgramError | null): void {
    const range = error && rangeOf(this.view.state.doc, error);
    const found: Diagnostic[] = [];
    if (error && range) found.push({ ...range, severity: "error", message: inline(error.message) });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  private stateOf(language: LanguageName, code: string): EditorState {
    return EditorState.create({ doc: code, extensions: [this.common, SUPPORT[language]()] });
  }
}
