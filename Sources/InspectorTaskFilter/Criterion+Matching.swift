import ClientEngine
import EnginePatterns

extension Criterion {
    /// Whether a task matches; nil where an expression takes too long to tell.
    func matches(
        _ record: TaskRecord, now: Instant, isMarked: Bool, within budget: inout StepBudget
    ) -> Bool? {
        switch self {
        case .text(.methodAndURL, let part): record.methodAndURLContain(part)
        case .text(let field, let part): Self.texts(of: field, in: record).contains { $0.containsText(part) }
        case .word(let field, let word): Self.texts(of: field, in: record).contains { $0.isText(word) }
        case .expression(let pattern):
            try? pattern.contains(in: record.methodAndURL, within: &budget)
        case .parameter(let name, let value): record.hasParameter(name, holding: value)
        case .number(let field, let interval):
            field.value(in: record, now: now).map(interval.contains) ?? false
        case .statusClass(let first): record.status.map { $0 / 100 == first } ?? false
        case .state(let name): record.state.name == name
        case .error(let kind, let phase):
            record.error.map { $0.kind == kind && (phase == nil || $0.phase == phase) } ?? false
        case .flag(let flag): flag.matches(record, isMarked: isMarked)
        }
    }

    private static func texts(of field: TextField, in record: TaskRecord) -> [String] {
        let origin = record.origin
        switch field {
        case .methodAndURL: return [record.methodAndURL]
        case .method: return [origin.request.method.rawValue]
        case .url: return [record.urlText]
        case .scheme: return [origin.url?.scheme ?? ""]
        case .host: return [origin.url?.host ?? ""]
        case .path: return [origin.url?.path ?? ""]
        case .type: return [record.lastAnswered?.head?.headers["Content-Type"] ?? ""]
        case .mock: return record.mock.map { [$0.name, $0.id] } ?? []
        }
    }
}

extension Criterion.NumberField {
    /// The value as a filter compares it: nanoseconds for durations, bytes for sizes; nil while there is none.
    fileprivate func value(in record: TaskRecord, now: Instant) -> Int64? {
        switch self {
        case .status: record.status.map(Int64.init)
        case .attempts: Int64(record.attempts.count)
        case .size: record.lastAnswered.map { Int64($0.bodySize) }
        case .total: record.elapsed(now: now).nanoseconds
        case .ttfb: record.lastAnswered?.timeToFirstByte?.nanoseconds
        case .wait: record.lastExchange?.timings(now: now)[.wait]?.nanoseconds
        case .age: (now - record.created).nanoseconds
        }
    }
}

extension Filter.Flag {
    fileprivate func matches(_ record: TaskRecord, isMarked: Bool) -> Bool {
        switch self {
        case .failed: record.verdict == .failed
        case .running: record.state.name == .running || record.state.name == .processing
        case .waiting: record.state.name == .waiting
        case .retried: record.isRetried
        case .mocked: record.isMocked
        case .redirected:
            record.attempts.contains { $0.exchanges.contains { $0.start.reason == .redirect } }
        case .reused: record.attempts.contains { $0.exchanges.contains { $0.connection?.isReused ?? false } }
        case .marked: isMarked
        }
    }
}

extension TaskRecord {
    fileprivate var urlText: String { origin.url?.text ?? origin.request.url }

    fileprivate var methodAndURL: String { "\(origin.request.method.rawValue) \(urlText)" }

    /// Tells whether `METHOD URL` holds a text; it is put together only where the text goes over the space.
    fileprivate func methodAndURLContain(_ part: String) -> Bool {
        if part.utf8.contains(0x20) { return methodAndURL.containsText(part) }
        return urlText.containsText(part) || origin.request.method.rawValue.containsText(part)
    }

    /// Tells whether a parameter of the query holds the text; escapes are compared as written.
    fileprivate func hasParameter(_ name: String, holding text: String) -> Bool {
        guard let query = origin.url?.query else { return false }
        return query.split(at: "&").contains { pair in
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts[0] == name && (parts.count > 1 ? String(parts[1]) : "").containsText(text)
        }
    }
}

extension ExchangeRecord {
    /// From the start of the exchange to the first byte of the answer.
    fileprivate var timeToFirstByte: Duration? {
        phases.first { $0.phase == .receive }.map { $0.at - started }
    }
}

extension String {
    /// Tells whether a text is a part of this one, without regard to ASCII case.
    ///
    /// Works on bytes: lists are long.
    func containsText(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in part.withUTF8 { part in text.firstOffset(of: part) != nil } }
    }

    /// Tells whether two texts are the same, without regard to ASCII case.
    func isText(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowercasedLetter == $1.lowercasedLetter }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func firstOffset(of part: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = part.first?.lowercasedLetter else { return 0 }
        guard count >= part.count else { return nil }
        for start in 0...(count - part.count) where self[start].lowercasedLetter == first {
            var length = 1
            while length < part.count, self[start + length].lowercasedLetter == part[length].lowercasedLetter
            {
                length += 1
            }
            if length == part.count { return start }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var lowercasedLetter: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }
}
