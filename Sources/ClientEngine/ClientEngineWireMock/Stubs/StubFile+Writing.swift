import EngineJSON
import EngineMocks
import FoundationEssentials

extension StubFile {
    /// The content of a file to write, with warnings.
    public struct Output: Sendable, Hashable {
        /// The content, which is JSON.
        public var bytes: [UInt8]
        /// The warnings, one sentence each.
        public var warnings: [String]
    }

    /// The program that will read the file.
    public enum Reader: Sendable, Hashable {
        /// This library.
        case inspector
        /// A WireMock server.
        ///
        /// It ignores our extensions, so mocks that it would answer differently are omitted.
        case wireMock
    }

    /// Writes mocks: one mock as a stub, several as `{"mappings": […]}`.
    ///
    /// A mock with several answers becomes a scenario with one stub for each answer.
    public static func render(_ mocks: [Mock], for reader: Reader = .inspector) -> Output {
        let (parts, warnings) = parts(of: mocks, for: reader)
        let stubs = parts.compactMap { StubWriter(mock: $0).stub }
        let root: JSONValue = stubs.count == 1 ? stubs[0] : ["mappings": .array(stubs)]
        return Output(bytes: root.fileBytes, warnings: warnings)
    }

    /// Returns mocks as stubs for another process on this machine: with their identifiers, and with absolute paths of
    /// files.
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

    /// Returns the mocks that can be written, with one answer each, and warnings about the others.
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

    /// Returns a mock as a stub, or `nil` if a stub cannot represent it.
    public static func json(of mock: Mock) -> JSONValue? {
        guard mock.reasonNotToWrite(for: .inspector) == nil else { return nil }
        return StubWriter(mock: mock).stub
    }
}

extension Mock {
    /// Returns the reason why a stub cannot represent the mock, or `nil` if it can.
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

    /// Returns a description of the part of a mock that its stub does not represent.
    fileprivate func lost(for reader: StubFile.Reader) -> String? {
        if reader == .wireMock, times != nil {
            return "a WireMock server does not stop after \(times ?? 0) answers"
        }
        guard answers.count > 1 else { return nil }
        if scenario != nil { return "only the first of its \(answers.count) answers is written" }
        return afterLast == .repeats && times == nil
            ? nil : "in the file its last answer is given again and again"
    }

    /// The mock, or one mock for each of its answers, connected by the states of a scenario.
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
    /// Indicates whether the match has a condition that stubs cannot represent.
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
    /// Indicates whether stubs cannot represent the matcher.
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
