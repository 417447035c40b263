import ClientEngine
import ClientEngineRecording
import EngineJSON

extension ResponseActions {
    /// The results of a response.
    public struct Results: Sendable {
        /// A body that is to be written to a file.
        public struct File: Sendable {
            /// The path, references filled in.
            public var path: String
            /// The file that the document asks for.
            public var request: ResponseFile
        }

        /// The test results, in the order of the document; files are not among them.
        public var testResults: [TestResult] = []
        /// The variables that were captured.
        public var captured: [String: String] = [:]
        /// The files to write.
        public var files: [File] = []
    }

    /// Does everything that needs nothing but the response; files are left to the caller.
    ///
    /// - Parameters:
    ///   - exchange: what was sent and received; nil fails everything that looks at it.
    ///   - fill: fills the references of a text in.
    /// - Returns: what was found, captured and is to be written.
    public func results(
        for exchange: FinishedExchange?, filling fill: (String) throws(ResolveError) -> String
    ) -> Results {
        var results = Results()
        for step in steps {
            do throws(ResolveError) {
                try run(step, on: exchange, &results, fill)
            } catch {
                let actual = "not known: \(error.message)"
                results.testResults.append(TestResult(step.text, line: step.line, .failed(actual: actual)))
            }
        }
        return results
    }

    private func run(
        _ step: Step, on exchange: FinishedExchange?, _ results: inout Results,
        _ fill: (String) throws(ResolveError) -> String
    ) throws(ResolveError) {
        switch step {
        case .assertion(let assertion):
            results.testResults.append(try assertion.finding(on: exchange, fill))
        case .capture(let capture):
            let value = capture.source.value(in: exchange)
            if value.isMissing || value == .json(.null) {
                let actual = "there is \(value.summary)"
                results.testResults.append(
                    TestResult(capture.text, line: capture.line, .failed(actual: actual)))
            } else {
                results.captured[capture.name] = value.text
                let note = TestResult.Outcome.noted("\(capture.name) = \(value.summary)")
                results.testResults.append(TestResult(capture.text, line: capture.line, note))
            }
        case .log(let pieces, let line):
            let text = pieces.map { $0.value(in: exchange).logged }.joined()
            results.testResults.append(TestResult("log", line: line, .noted(text)))
        case .save(let file):
            guard exchange != nil else { return }
            results.files.append(Results.File(path: try fill(file.path), request: file))
        case .notRun(let text, let reason, let line):
            results.testResults.append(TestResult(text, line: line, .notRun(reason: reason)))
        }
    }
}

extension ResponseActions.Step {
    fileprivate var text: String {
        switch self {
        case .capture(let capture): capture.text
        case .assertion(let assertion): assertion.text
        case .log: "log"
        case .save(let file): (file.replaces ? ">>! " : ">> ") + file.path
        case .notRun(let text, _, _): text
        }
    }
}

extension Polling {
    /// The policy that sends the request again; its references are filled in.
    var policy: RetryPolicy {
        let condition = condition
        return .until(every: interval) { context in
            let exchange = context.response.flatMap { FinishedExchange(underWay: $0.record) }
            let finding = try? condition.finding(on: exchange) { (text) throws(ResolveError) in text }
            if case .failed(let actual)? = finding?.outcome { return actual }
            return nil
        }
    }
}

extension Assertion {
    fileprivate func finding(
        on exchange: FinishedExchange?, _ fill: (String) throws(ResolveError) -> String
    ) throws(ResolveError) -> TestResult {
        for condition in conditions {
            var expected = condition.expected
            if case .written(let text) = expected, text.holdsReference { expected = .written(try fill(text)) }
            let value = exchange?.value(of: condition.part) ?? .missing("no response")
            if let actual = Self.difference(of: value, from: expected, condition) {
                return finding(.failed(actual: actual))
            }
        }
        return finding(.passed)
    }

    private func finding(_ outcome: TestResult.Outcome) -> TestResult {
        let isAboutStatus = conditions.contains { $0.part.property == .status }
        return TestResult(text, line: line, isAboutStatus: isAboutStatus, outcome)
    }

    /// Returns the actual value in words; nil where the condition holds.
    private static func difference(
        of value: ResponseValue, from expected: ExpectedValue, _ condition: Condition
    ) -> String? {
        do throws(Predicate.EvaluationError) {
            if try condition.predicate.holds(for: value, expected) { return nil }
        } catch {
            return "\(condition.part) is \(error.message)"
        }
        return value.isMissing ? "there is \(value.summary)" : "\(condition.part) is \(value.summary)"
    }
}

extension ResponseActions.Operand {
    fileprivate func value(in exchange: FinishedExchange?) -> ResponseValue {
        switch self {
        case .literal(let value): .json(value)
        case .part(let part): exchange?.value(of: part) ?? .missing("no response")
        }
    }
}

extension ResponseValue {
    fileprivate var logged: String { isMissing ? "undefined" : text }
}
