/** A command of a line with how it is joined to the one before, its words and its redirections. */
export interface ShellCommand {
  join: ";" | "&&" | "||";
  words: string[];
  /** Files that standard output (1) and error output (2) go to; `&2` and `&1` join them. */
  redirects: { fd: 1 | 2; to: string; append: boolean }[];
  input: string | null;
}

type Token = { kind: "word"; text: string } | { kind: "operator"; text: string };

const OPERATORS = ["&&", "||", "2>>", "1>>", ">>", "2>&1", ">&2", "1>&2", "2>", "1>", ">", "<", ";", "\n"];

/** Splits a command line. @throws Error with what is not understood */
export function parseShell(line: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let current: ShellCommand = { join: ";", words: [], redirects: [], input: null };
  const finish = (join: ShellCommand["join"]) => {
    if (current.words.length > 0 || current.redirects.length > 0) commands.push(current);
    current = { join, words: [], redirects: [], input: null };
  };
  const tokens = tokenize(line);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === "word") current.words.push(token.text);
    else if (token.text === ";" || token.text === "\n") finish(";");
    else if (token.text === "&&" || token.text === "||") finish(token.text);
    else if (token.text.includes(">&")) {
      const fd = token.text.startsWith("2") ? 2 : 1;
      current.redirects.push({ fd, to: fd === 2 ? "&1" : "&2", append: true });
    } else {
      const target = tokens[++at];
      if (target?.kind !== "word") throw new Error(`syntax error near '${token.text}'`);
      if (token.text === "<") current.input = target.text;
      else
        current.redirects.push({
          fd: token.text.startsWith("2") ? 2 : 1,
          to: target.text,
          append: token.text.endsWith(">>"),
        });
    }
  }
  finish(";");
  return commands;
}

function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let word: string | null = null;
  const end = () => {
    if (word !== null) tokens.push({ kind: "word", text: word });
    word = null;
  };
  for (let at = 0; at < line.length; ) {
    const rest = line.slice(at);
    const letter = line[at] ?? "";
    const operator = OPERATORS.find((one) => rest.startsWith(one) && (word === null || !/^\d/.test(one)));
    if (letter === "'" || letter === '"') {
      const close = line.indexOf(letter, at + 1);
      if (close < 0) throw new Error(`a ${letter} is not closed`);
      word = (word ?? "") + line.slice(at + 1, close).replace(letter === '"' ? /\\(["\\$`])/g : /$^/g, "$1");
      at = close + 1;
    } else if (operator) {
      end();
      tokens.push({ kind: "operator", text: operator });
      at += operator.length;
    } else if (letter === " " || letter === "\t") {
      end();
      at++;
    } else if ("|&`$(){}*?".includes(letter)) {
      throw new Error(`'${letter}' is not understood; a simulated desktop has no shell but a few commands`);
    } else {
      const escaped = letter === "\\" ? (line[at + 1] ?? "") : letter;
      word = (word ?? "") + escaped;
      at += letter === "\\" ? 2 : 1;
    }
  }
  end();
  return tokens;
}
