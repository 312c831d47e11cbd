/** An answer in the form every policy gives: a thought and one fenced line. */
export function writeAnswer(thought: string, code: string): string {
  return `<think>${thought}</think>\n\`\`\`python\n${code}\n\`\`\``;
}
