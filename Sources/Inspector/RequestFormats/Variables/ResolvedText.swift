import ClientEngine
import ClientEngineRecording

/// Text whose references are filled in, but for values that only a run can tell.
struct ResolvedText: Sendable {
    enum Segment: Sendable {
        case octets([UInt8])
        case late(Late)
    }

    /// A reference whose value comes later.
    struct Late: Sendable {
        enum Source: Sendable {
            case exchange(ExchangeReference)
            /// A variable that a response may bring; the error says what it is without one.
            case variable(name: String, otherwise: ResolveError)
        }

        var source: Source
        /// The number of times its value is percent-encoded.
        var encodings = 0
    }

    private(set) var segments: [Segment] = []
    private(set) var size = 0
    /// The values in it that are secret, for where they come from or for what they are called.
    private(set) var secrets: Set<String> = []
    /// The values in it that another request gets others of: made by `{{$…}}`, captured, or taken from another exchange.
    private(set) var passing: Set<String> = []

    init() {}

    init(_ text: some StringProtocol) {
        append(text.utf8)
    }

    /// A value, and those of its parts that are secret, or that another request gets others of.
    init(_ text: some StringProtocol, secrets: Set<String>, passing: Set<String> = []) {
        self.init(text)
        self.secrets = secrets
        self.passing = passing
    }

    init(_ source: Late.Source) {
        append(Late(source: source))
    }

    mutating func append(_ octets: some Collection<UInt8>) {
        guard !octets.isEmpty else { return }
        size += octets.count
        if case .octets(var last) = segments.last {
            segments.removeLast()
            last += octets
            segments.append(.octets(last))
        } else {
            segments.append(.octets(Array(octets)))
        }
    }

    mutating func append(_ other: ResolvedText) {
        secrets.formUnion(other.secrets)
        passing.formUnion(other.passing)
        for segment in other.segments {
            switch segment {
            case .octets(let octets): append(octets)
            case .late(let late): append(late)
            }
        }
    }

    /// Adds a value that is to come; it counts towards the size, so that no text holds endlessly much of it.
    private mutating func append(_ late: Late) {
        size += 64
        segments.append(.late(late))
    }

    /// The text with everything escaped but unreserved characters (RFC 3986, section 2.3).
    var percentEncoded: ResolvedText {
        var output = ResolvedText("", secrets: secrets, passing: passing)
        for segment in segments {
            switch segment {
            case .octets(let octets): output.append(octets.percentEncoded)
            case .late(var late):
                late.encodings += 1
                output.append(late)
            }
        }
        return output
    }

    /// Returns the text with the values of a run.
    func settled(by run: LateValues) throws(ResolveError) -> ResolvedText {
        guard !isSettled else { return self }
        var output = ResolvedText("", secrets: secrets, passing: passing)
        for segment in segments {
            switch segment {
            case .octets(let octets): output.append(octets)
            case .late(let late):
                var value = try Self.value(of: late.source, run)
                let text = String(decoding: value, as: UTF8.self)
                // What another exchange has brought may be a session or a token.
                output.secrets.insert(text)
                output.passing.insert(text)
                for _ in 0..<late.encodings { value = value.percentEncoded }
                output.append(value)
            }
        }
        return output
    }

    private static func value(of source: Late.Source, _ run: LateValues) throws(ResolveError) -> [UInt8] {
        switch source {
        case .exchange(let reference): return try run.exchange(reference)
        case .variable(let name, let error):
            guard let value = run.captured[name] else { throw error }
            return Array(value.utf8)
        }
    }

    var hidden: ResolvedText {
        guard isSettled else { return self }
        var output = self
        output.secrets.insert(String(decoding: octets, as: UTF8.self))
        return output
    }

    var isSettled: Bool {
        segments.allSatisfy { if case .octets = $0 { true } else { false } }
    }

    /// The text whose missing variables know the place they are missing at.
    func placed(at place: (line: Int, column: Int)) -> ResolvedText {
        var output = self
        for (index, segment) in segments.enumerated() {
            guard case .late(var late) = segment, case .variable(let name, let error) = late.source else {
                continue
            }
            let placed = error.at(line: place.line, column: place.column)
            late.source = .variable(name: name, otherwise: placed)
            output.segments[index] = .late(late)
        }
        return output
    }

    var lateSources: [Late.Source] {
        segments.compactMap { if case .late(let late) = $0 { late.source } else { nil } }
    }

    var octets: [UInt8] {
        if segments.count == 1, case .octets(let only) = segments[0] { return only }
        return segments.flatMap { if case .octets(let octets) = $0 { octets } else { [UInt8]() } }
    }
}

/// Collects what is to be known of the values that were filled in.
final class FilledValues {
    private(set) var secrets: Set<String> = []
    private(set) var passing: Set<String> = []

    func add(_ value: ResolvedText) {
        secrets.formUnion(value.secrets)
        passing.formUnion(value.passing)
    }

    /// Leaves the values with a request.
    func note(in request: inout Request) {
        let (secrets, passing) = (secrets.subtracting([""]), passing.subtracting([""]))
        if !secrets.isEmpty { request.userInfo[.secrets] = secrets }
        if !passing.isEmpty { request.userInfo[.passing] = passing }
    }
}

extension UserInfo.Key<Set<String>> {
    /// Values of a request that the same saved request gets others of when it is sent again.
    package static let passing = UserInfo.Key<Set<String>>("passing values")
}

extension [UInt8] {
    /// The octets with everything escaped but unreserved characters (RFC 3986, section 2.3).
    var percentEncoded: [UInt8] { flatMap { $0.isUnreservedInURL ? [$0] : $0.percentEncoded } }
}
