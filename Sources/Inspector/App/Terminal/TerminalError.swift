import CInspectorNcurses

enum TerminalError: Error, Equatable, CustomStringConvertible {
    case notATerminal
    case termNotSet
    case unknownTerm(String)
    case noCursor(String)
    case failed

    init?(_ result: cn_open_result, term: String) {
        switch result {
        case .ok: return nil
        case .not_a_terminal: self = .notATerminal
        case .term_not_set: self = .termNotSet
        case .term_unknown: self = .unknownTerm(term)
        case .term_no_cursor: self = .noCursor(term)
        case .failed: self = .failed
        }
    }

    /// The name of the terminal comes from the environment; whoever prints this to a terminal sanitises it.
    var description: String {
        switch self {
        case .notATerminal: "standard input and output must be a terminal"
        case .termNotSet: "TERM is not set"
        case .unknownTerm(let name): "unknown terminal type \"\(name)\""
        case .noCursor(let name): "terminal type \"\(name)\" cannot move the cursor"
        case .failed: "the terminal could not be set up"
        }
    }
}
