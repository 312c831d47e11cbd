/** A file that cannot be read as what it should be, as the agent left it: a finding about the episode, not a fault. */
export class CorruptFile extends Error {
  override readonly name = "CorruptFile";
}
