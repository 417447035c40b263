import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

/// The members of `metadata.inspector`, which a WireMock server ignores.
struct StubExtras {
    /// The members that a mock has properties for.
    ///
    /// All others are kept unchanged.
    static let keys = ["id", "enabled", "times", "fault"]

    var isEnabled = true
    var times: Int?
    var fault: Mock.Fault?
    /// The identifier if WireMock does not accept it, otherwise `nil`.
    private var id: String?

    init(_ value: JSONValue?) throws(StubError) {
        guard let value, !value.isNull else { return }
        isEnabled = value["enabled"]?.bool ?? true
        if let written = value["times"], !written.isNull {
            guard let number = written.int, number > 0 else { throw .wrong("times", "a number from 1") }
            times = number
        }
        if let written = value["fault"], !written.isNull { fault = try Self.fault(written) }
    }

    init(_ mock: Mock) {
        isEnabled = mock.isEnabled
        times = mock.times
        if !mock.id.isUUID, mock.id != mock.name, !StubWriter.isPlace(mock.id) { id = mock.id }
        if case .fault(let fault, _) = mock.answers.first?.kind, fault.wireMockName == nil {
            self.fault = fault
        }
    }

    private static func fault(_ value: JSONValue) throws(StubError) -> Mock.Fault {
        let kind = value["kind"]?.string ?? ""
        if let fault = Mock.Fault.ours[kind] { return fault }
        let bytes = value["afterBytes"]?.int ?? 0
        guard bytes >= 0 else { throw .wrong("afterBytes", "a number of bytes") }
        switch kind {
        case "stall": return .stall(afterBytes: bytes)
        case "truncate": return .truncate(afterBytes: bytes)
        case "slow":
            guard let rate = value["bytesPerSecond"]?.int, rate > 0 else {
                throw .wrong("bytesPerSecond", "a number from 1")
            }
            return .slow(bytesPerSecond: rate)
        default: throw .wrong("fault", "a known fault")
        }
    }

    /// Returns the object to write, merged with other members, or `nil` if it is empty.
    func json(beside others: JSONObject) -> JSONValue? {
        var object = others
        object["id"] = id.map(JSONValue.string)
        if !isEnabled { object["enabled"] = false }
        object["times"] = times.map { JSONValue($0) }
        object["fault"] = fault?.json
        return object.isEmpty ? nil : .object(object)
    }
}

extension String {
    /// Indicates whether the text is a UUID.
    ///
    /// WireMock accepts no other identifiers.
    var isUUID: Bool { UUID(uuidString: self) != nil }
}

extension Mock.Fault {
    var isOfResponse: Bool {
        switch self {
        case .stall, .truncate, .slow: true
        case .dns, .refused, .connectTimeout, .tls, .never, .reset, .emptyReply, .malformedChunk, .garbage:
            false
        }
    }

    /// The faults of WireMock, by name.
    static let wireMock: [String: Mock.Fault] = [
        "CONNECTION_RESET_BY_PEER": .reset, "EMPTY_RESPONSE": .emptyReply,
        "MALFORMED_RESPONSE_CHUNK": .malformedChunk, "RANDOM_DATA_THEN_CLOSE": .garbage,
    ]
    /// The other faults that have no parameters, by name.
    fileprivate static let ours: [String: Mock.Fault] = [
        "dns": .dns, "refused": .refused, "connectTimeout": .connectTimeout, "tls": .tls, "never": .never,
    ]

    var wireMockName: String? { Self.wireMock.first { $0.value == self }?.key }

    fileprivate var json: JSONValue? {
        switch self {
        case .stall(let bytes): ["kind": "stall", "afterBytes": JSONValue(bytes)]
        case .truncate(let bytes): ["kind": "truncate", "afterBytes": JSONValue(bytes)]
        case .slow(let rate): ["kind": "slow", "bytesPerSecond": JSONValue(rate)]
        default: Self.ours.first { $0.value == self }.map { ["kind": .string($0.key)] }
        }
    }
}
