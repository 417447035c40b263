import InspectorValues

/// A message that stays until it is dismissed.
package struct Notice: Equatable, Sendable {
    package enum Kind: Sendable {
        case error, information
        /// Says that a key has done what it does; the next key takes it away.
        case confirmation
        /// Says what is waited for, for as long as it is.
        case waiting
    }

    package var kind: Kind
    package var text: String
    var hint: String?

    package static func error(_ text: String, hint: String? = nil) -> Notice {
        Notice(kind: .error, text: text, hint: hint)
    }

    package static func confirmation(_ text: String, hint: String? = nil) -> Notice {
        Notice(kind: .confirmation, text: text, hint: hint)
    }

    static func waiting(_ text: String) -> Notice {
        Notice(kind: .waiting, text: text)
    }

    package static func information(_ text: String) -> Notice {
        Notice(kind: .information, text: text)
    }
}

/// The notices that stay until they are dismissed; the first one is on the screen.
package struct Notices: Equatable, Sendable, RandomAccessCollection {
    private var notices: [Notice] = []
    /// Those of them that are about the configuration file.
    private var ofConfiguration: [Notice] = []
    /// The part of this session that is not kept in the history, as of the last report.
    private var trouble: HistoryTrouble?

    package var startIndex: Int { notices.startIndex }
    package var endIndex: Int { notices.endIndex }
    package subscript(index: Int) -> Notice { notices[index] }

    /// Shows a notice before all others.
    mutating func show(_ notice: Notice) { notices.insert(notice, at: 0) }

    /// Shows a notice after all others, unless it is there already.
    mutating func add(_ notice: Notice) { if !notices.contains(notice) { notices.append(notice) } }

    /// Shows an answer to the last key before the others, and information after them.
    mutating func receive(_ notice: Notice) {
        guard !notices.contains(notice) else { return }
        let first = notices.firstIndex { $0.kind != .waiting } ?? notices.endIndex
        notices.insert(notice, at: notice.kind == .information ? notices.endIndex : first)
    }

    mutating func dismissFirst() { if !notices.isEmpty { notices.removeFirst() } }

    mutating func remove(_ notice: Notice?) { notices.removeAll { $0 == notice } }

    mutating func removeAll(where isUnwanted: (Notice) -> Bool) { notices.removeAll(where: isUnwanted) }

    /// Shows errors before information.
    mutating func putErrorsFirst() {
        guard let first = notices.firstIndex(where: { $0.kind == .information }) else { return }
        let rest = notices[first...]
        notices[first...] = rest.filter { $0.kind != .information } + rest.filter { $0.kind == .information }
    }

    /// Says what the disk takes so long for, while it does.
    mutating func wait(for work: String?) {
        removeAll { $0.kind == .waiting }
        if let work { show(.waiting("Waiting for the disk: \(work)")) }
    }

    /// Indicates whether something is said about the configuration file.
    package var hasConfiguration: Bool { notices.contains { ofConfiguration.contains($0) } }

    mutating func replaceConfiguration(with new: [Notice]) {
        // A confirmation has been seen, and would hide what is wrong now.
        notices.removeAll { ofConfiguration.contains($0) || $0.kind == .confirmation }
        ofConfiguration = new
        notices += new
    }

    /// Shows what is not kept for as long as it is so; what was dismissed comes back where the reason is another one.
    mutating func receive(_ trouble: HistoryTrouble?) {
        let known = self.trouble
        let isShown = known.map { notices.contains(Notice($0)) } ?? false
        remove(known.map(Notice.init))
        self.trouble = trouble
        if let trouble {
            if isShown || trouble.reason != known?.reason { show(Notice(trouble)) }
        } else if let lost = known?.lost, lost > 0 {
            let tasks = lost == 1 ? "1 task of this session is" : "\(lost) tasks of this session are"
            notices.append(.information("Tasks are kept in the history again; \(tasks) not in it."))
        }
    }
}

extension Notice {
    fileprivate init(_ trouble: HistoryTrouble) {
        let text = trouble.text
        self = .error(text.prefix(1).uppercased() + text.dropFirst() + ".", hint: trouble.remedy)
    }
}
