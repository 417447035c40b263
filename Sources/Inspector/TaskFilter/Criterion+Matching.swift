import ClientEngine
import EnginePatterns

extension Criterion {
    /// Returns whether a task matches, or `nil` if the regular expression exceeds its budget.
    func matches(
        _ task: TaskSummary, now: Instant, isMarked: Bool, within budget: inout StepBudget
    ) -> Bool? {
        switch self {
        case .text(.methodAndURL, let part): task.asked.methodAndURLContain(part)
        case .text(let field, let part): Self.texts(of: field, in: task).contains { $0.containsText(part) }
        case .word(let field, let word): Self.texts(of: field, in: task).contains { $0.isText(word) }
        case .expression(let pattern):
            try? pattern.contains(in: task.asked.methodAndURL, within: &budget)
        case .parameter(let name, let value): task.asked.hasParameter(name, holding: value)
        case .route(let word): Route(task.asked).isCalled(word)
        case .number(let field, let interval):
            field.value(in: task, now: now).map(interval.contains) ?? false
        case .statusClass(let first): task.status.map { $0.rawValue / 100 == first } ?? false
        case .state(let name): task.state == name
        case .error(let kind, let phase):
            task.errorKind == kind && (phase == nil || task.errorPhase == phase)
        case .flag(let flag): flag.matches(task, isMarked: isMarked)
        case .assertions(let result): result.matches(task)
        case .slow: nil
        }
    }

    private static func texts(of field: TextField, in task: TaskSummary) -> [String] {
        let asked = task.asked
        switch field {
        case .methodAndURL: return [asked.methodAndURL]
        case .method: return [asked.request.method.rawValue]
        case .url: return [asked.urlText]
        case .scheme: return [asked.url?.scheme ?? ""]
        case .host: return [asked.url?.host ?? ""]
        case .path: return [asked.url?.path ?? ""]
        case .type: return [task.labels.type]
        case .mock: return task.labels.mock.map { [$0.name, $0.id] } ?? []
        case .program: return task.labels.program.map { ["\($0.name) \($0.process)"] } ?? []
        }
    }
}

extension Criterion.NumberField {
    fileprivate func value(in task: TaskSummary, now: Instant) -> Int64? {
        switch self {
        case .status: task.status.map { Int64($0.rawValue) }
        case .attempts: Int64(task.attempts)
        case .size: task.bodySize.map(Int64.init)
        case .total: task.elapsed(now: now).nanoseconds
        case .ttfb: task.timeToFirstByte?.nanoseconds
        case .wait: task.wait?.nanoseconds
        case .age: (now - task.created).nanoseconds
        }
    }
}

extension Filter.Flag {
    fileprivate func matches(_ task: TaskSummary, isMarked: Bool) -> Bool {
        switch self {
        case .failed: task.verdict == .failed
        case .running: task.state == .running || task.state == .processing
        case .waiting: task.state == .waiting
        case .retried: task.isRetried
        case .mocked: task.labels.mock != nil
        case .redirected: task.isRedirected
        case .reused: task.isReused
        case .marked: isMarked
        }
    }
}

extension Filter.Assertions {
    fileprivate func matches(_ task: TaskSummary) -> Bool {
        switch self {
        case .failed: task.haveAssertionsPassed == false
        case .passed: task.haveAssertionsPassed == true
        case .none: task.haveAssertionsPassed == nil
        }
    }
}

extension ResolvedRequest {
    fileprivate var methodAndURL: String { "\(request.method.rawValue) \(urlText)" }

    /// Returns whether `METHOD URL` contains a text.
    ///
    /// Joins the two parts only if the text contains a space.
    fileprivate func methodAndURLContain(_ part: String) -> Bool {
        if part.utf8.contains(0x20) { return methodAndURL.containsText(part) }
        return urlText.containsText(part) || request.method.rawValue.containsText(part)
    }

    /// Returns whether a query parameter contains the text.
    ///
    /// Percent escapes are compared as written.
    fileprivate func hasParameter(_ name: String, holding text: String) -> Bool {
        guard let query = url?.query else { return false }
        return query.split(at: "&").contains { pair in
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts[0] == name && (parts.count > 1 ? String(parts[1]) : "").containsText(text)
        }
    }
}

extension String {
    /// Returns whether the text contains `part`, ignoring ASCII case.
    ///
    /// Compares bytes, because lists are long.
    func containsText(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in part.withUTF8 { part in text.firstOffset(of: part) != nil } }
    }

    /// Returns whether two texts are equal, ignoring ASCII case.
    func isText(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func firstOffset(of part: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = part.first?.asciiLowercased else { return 0 }
        guard count >= part.count else { return nil }
        for start in 0...(count - part.count) where self[start].asciiLowercased == first {
            var length = 1
            while length < part.count, self[start + length].asciiLowercased == part[length].asciiLowercased {
                length += 1
            }
            if length == part.count { return start }
        }
        return nil
    }
}
