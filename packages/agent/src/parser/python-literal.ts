export { pythonCall, pythonLiteral } from "@deskrl/protocol/tools";
