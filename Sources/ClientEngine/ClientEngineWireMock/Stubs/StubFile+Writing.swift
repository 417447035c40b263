import EngineJSON
import EngineMocks
import FoundationEssentials

extension StubFile {
    /// A file to write.
    public struct Output: Sendable, Hashable {
        /// The JSON.
        public var bytes: [UInt8]
        /// The warnings, one sentence each.
        public var warnings: [String]
    }

    /// The readers of a file that is written.
    public enum Reader: Sendable, Hashable {
        /// This library.
        case inspector
        /// A WireMock server, which does not look at what is ours: what it would answer otherwise is left out.
        case wireMock
    }

    /// Writes mocks: one as a stub, several as `{"mappings": […]}`.
    ///
    /// A mock with several answers becomes a scenario with a stub for each.
    public static func render(_ mocks: [Mock], for reader: Reader = .inspector) -> Output {
        let (parts, warnings) = parts(of: mocks, for: reader)
        let stubs = parts.compactMap { StubWriter(mock: $0).stub }
        let root: JSONValue = stubs.count == 1 ? stubs[0] : ["mappings": .array(stubs)]
        return Output(bytes: root.fileBytes, warnings: warnings)
    }

    /// Returns mocks as stubs for another process of this machine: each with its identifier, and files with their whole paths.
    public static func mappings(of mocks: [Mock]) -> (stubs: [JSONValue], warnings: [String]) {
        let (parts, warnings) = parts(of: mocks, for: .inspector)
        let stubs = parts.compactMap { part -> JSONValue? in
            var part = part
            part.notes["bodyFileName"] = nil
            guard case .object(var stub)? = StubWriter(mock: part).stub else { return nil }
            stub["id"] = .string(part.id)
            return .object(stub)
        }
        return (stubs, warnings)
    }

    /// Returns what can be written of mocks, with one answer each, and what cannot, in sentences.
    private static func parts(of mocks: [Mock], for reader: Reader) -> (parts: [Mock], warnings: [String]) {
        var warnings: [String] = []
        var parts: [Mock] = []
        for mock in mocks {
            if let reason = mock.reasonNotToWrite(for: reader) {
                warnings.append("“\(mock.name)” \(reason); it is left out.")
                continue
            }
            if let lost = mock.lost(for: reader) { warnings.append("“\(mock.name)”: \(lost).") }
            parts += mock.inSingleAnswers
        }
        return (parts, warnings)
    }

    /// Writes one mock as a stub; nil where it cannot be said in one.
    public static func json(of mock: Mock) -> JSONValue? {
        guard mock.reasonNotToWrite(for: .inspector) == nil else { return nil }
        return StubWriter(mock: mock).stub
    }
}

extension Mock {
    /// Returns the reason why a stub cannot say what the mock does; nil where it can.
    fileprivate func reasonNotToWrite(for reader: StubFile.Reader) -> String? {
        guard !answers.isEmpty else { return "answers nothing" }
        for answer in answers {
            switch answer.kind {
            case .passThrough: return "passes requests on, which a stub cannot say"
            case .computed: return "answers by code, which a stub cannot say"
            case .fault(let fault, _) where reader == .wireMock && fault.wireMockName == nil:
                return "plays a failure that a server cannot"
            case .response, .fault, .proxy: break
            }
        }
        if match.hasOtherConditions { return "has a condition of code, which a stub cannot say" }
        for case let reply? in answers.map(\.reply) where reply.rendering != nil && reply.templating == nil {
            return "makes its answer by code, which a stub cannot say"
        }
        if case .url(let text) = match.address, text.unicodeScalars.contains("?") || text.contains("//") {
            return "goes by a whole URL, which is not written"
        }
        if reader == .wireMock, !isEnabled { return "is switched off, and a WireMock server would serve it" }
        return nil
    }

    /// Returns the part of a mock that its stub does not say.
    fileprivate func lost(for reader: StubFile.Reader) -> String? {
        if reader == .wireMock, times != nil {
            return "a WireMock server does not stop after \(times ?? 0) answers"
        }
        guard answers.count > 1 else { return nil }
        if scenario != nil { return "only the first of its \(answers.count) answers is written" }
        return afterLast == .repeats && times == nil
            ? nil : "in the file its last answer is given again and again"
    }

    /// The mock, or one for each of its answers, which go on from state to state.
    fileprivate var inSingleAnswers: [Mock] {
        guard answers.count > 1, scenario == nil else { return [self] }
        return answers.indices.map { index in
            func state(_ index: Int) -> String {
                index == 0 ? Scenario.start : "\(name)-\(index + 1)"
            }
            var part = self
            part.answers = [answers[index]]
            part.id = index == 0 ? id : "\(id)-\(index + 1)"
            part.name = index == 0 ? name : "\(name) (\(index + 1))"
            part.times = nil
            part.scenario = Scenario(
                name, required: state(index), next: index + 1 < answers.count ? state(index + 1) : nil)
            return part
        }
    }
}

extension Mock.Match {
    /// Indicates whether it has a condition that stubs have no word for.
    fileprivate var hasOtherConditions: Bool {
        let values = (pathParameters + query + headers + cookies + form).flatMap { condition in
            switch condition.values {
            case .any(let matcher): [matcher]
            case .exactly(let matchers), .includes(let matchers): matchers
            }
        }
        return (values + body + [host, clientIP].compactMap { $0 }).contains(where: \.isForeignToStubs)
    }
}

extension ValueMatcher {
    /// Indicates whether stubs have no word for it.
    fileprivate var isForeignToStubs: Bool {
        switch self {
        case .and(let matchers), .or(let matchers): matchers.contains(where: \.isForeignToStubs)
        case .not(let matcher): matcher.isForeignToStubs
        case .custom(let condition):
            if let path = condition.base as? JSONPathMatcher {
                path.matcher?.isForeignToStubs ?? false
            } else {
                !(condition.base is any StubCondition)
            }
        default: false
        }
    }
}
