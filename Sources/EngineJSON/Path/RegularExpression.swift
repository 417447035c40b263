/// A regular expression of RFC 9485 (I-Regexp), as JSON paths use them.
///
/// Besides what the RFC has, `^` and `$` stand for the ends of the text, and `\d`, `\s`, `\w` and their
/// opposites for ASCII digits, blanks and word characters. The expression becomes a machine whose states are
/// all followed at once, so matching takes time in proportion to the text, whatever the expression is.
struct RegularExpression: Sendable {
    enum Extent: Sendable { case whole, anywhere }

    enum Instruction: Sendable {
        case scalar(ScalarSet)
        case jump(Int)
        /// Goes on at both places.
        case fork(Int, Int)
        case start
        case end
        case match
    }

    private let program: [Instruction]
    private static let longestText = 16_384

    /// Reads an expression; nil for what is none, or would become too large a machine.
    ///
    /// - Parameters:
    ///   - text: the expression.
    ///   - ignoringCase: whether letters of ASCII stand for those of the other case, too.
    init?(_ text: String, ignoringCase: Bool = false) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var parser = RegularExpressionParser(text, ignoringCase: ignoringCase)
        guard let tree = parser.parse() else { return nil }
        var assembly = RegularExpressionAssembly()
        guard assembly.append(tree), assembly.emit(.match) else { return nil }
        program = assembly.program
    }

    /// Tells whether the text agrees; nil when that takes more steps than are left.
    func matches(_ text: String, _ extent: Extent, stepsLeft: inout Int) -> Bool? {
        var states = StateSet(program.count)
        var next = StateSet(program.count)
        var isStart = true
        var scalars = text.unicodeScalars.makeIterator()
        while true {
            let scalar = scalars.next()
            if isStart || extent == .anywhere { follow(0, &states, isStart: isStart, isEnd: scalar == nil) }
            isStart = false
            if states.hasMatch, extent == .anywhere || scalar == nil { return true }
            stepsLeft -= 1 + states.list.count
            guard stepsLeft >= 0 else { return nil }
            guard let scalar else { return false }
            let isEnd = scalars.isAtEnd
            for state in states.list {
                guard case .scalar(let set) = program[state], set.contains(scalar) else { continue }
                follow(state + 1, &next, isStart: false, isEnd: isEnd)
            }
            swap(&states, &next)
            next.removeAll()
        }
    }

    /// Adds a state and all those that are reached from it without a scalar.
    private func follow(_ first: Int, _ states: inout StateSet, isStart: Bool, isEnd: Bool) {
        var pending = [first]
        while let state = pending.popLast() {
            guard states.insert(state) else { continue }
            switch program[state] {
            case .scalar: break
            case .match: states.hasMatch = true
            case .jump(let target): pending.append(target)
            case .fork(let one, let other): pending += [one, other]
            case .start: if isStart { pending.append(state + 1) }
            case .end: if isEnd { pending.append(state + 1) }
            }
        }
    }
}

/// Places in a program, each at most once.
private struct StateSet {
    private(set) var list: [Int] = []
    var hasMatch = false
    private var members: [Bool]

    init(_ size: Int) {
        members = Array(repeating: false, count: size)
    }

    mutating func insert(_ state: Int) -> Bool {
        guard !members[state] else { return false }
        members[state] = true
        list.append(state)
        return true
    }

    mutating func removeAll() {
        for state in list { members[state] = false }
        list.removeAll(keepingCapacity: true)
        hasMatch = false
    }
}

extension String.UnicodeScalarView.Iterator {
    fileprivate var isAtEnd: Bool {
        var copy = self
        return copy.next() == nil
    }
}

/// Turns the tree of an expression into a program of limited size.
struct RegularExpressionAssembly {
    private(set) var program: [RegularExpression.Instruction] = []
    /// Counts what is repeated without adding an instruction, too: nothing, a million times.
    private var partsLeft = 20_000
    private static let longestProgram = 5_000

    mutating func emit(_ instruction: RegularExpression.Instruction) -> Bool {
        program.append(instruction)
        return program.count <= Self.longestProgram
    }

    /// Returns false when the program has become too long.
    mutating func append(_ tree: RegularExpressionTree) -> Bool {
        partsLeft -= 1
        guard partsLeft > 0 else { return false }
        switch tree {
        case .scalar(let set): return emit(.scalar(set))
        case .start: return emit(.start)
        case .end: return emit(.end)
        case .sequence(let parts): return parts.allSatisfy { append($0) }
        case .choice(let branches): return append(choice: branches[...])
        case .repeated(let part, let least, let most): return append(part, from: least, to: most)
        }
    }

    private mutating func append(choice branches: ArraySlice<RegularExpressionTree>) -> Bool {
        var ends: [Int] = []
        for branch in branches.dropLast() {
            let fork = program.count
            guard emit(.jump(0)), append(branch), emit(.jump(0)) else { return false }
            ends.append(program.count - 1)
            program[fork] = .fork(fork + 1, program.count)
        }
        guard let last = branches.last, append(last) else { return false }
        for end in ends { program[end] = .jump(program.count) }
        return true
    }

    private mutating func append(_ part: RegularExpressionTree, from least: Int, to most: Int?) -> Bool {
        for _ in 0..<least where !append(part) { return false }
        guard let most else {
            let fork = program.count
            guard emit(.jump(0)), append(part), emit(.jump(fork)) else { return false }
            program[fork] = .fork(fork + 1, program.count)
            return true
        }
        var forks: [Int] = []
        for _ in least..<most {
            forks.append(program.count)
            guard emit(.jump(0)), append(part) else { return false }
        }
        for fork in forks { program[fork] = .fork(fork + 1, program.count) }
        return true
    }
}
