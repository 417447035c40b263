import Foundation

@testable import ClientEngine

/// A request to a cache, the server's response, and the expectations.
///
/// It uses the vocabulary of the cache-tests project (github.com/http-tests/cache-tests), so that its cases can be
/// played.
struct CacheStep: Decodable, Sendable {
    /// The expected source of a response.
    enum Origin: String, Decodable, Sendable {
        case cached
        case notCached = "not_cached"
        case etagValidated = "etag_validated"
        case lastModifiedValidated = "lm_validated"
    }

    /// A field with a text or a date as its value, given in seconds from now.
    ///
    /// With `isChecked`, the response must have it.
    struct Field: Decodable, Sendable {
        var name: String
        var value: String
        var offset: Int?
        var isChecked = true

        init(_ name: String, _ value: String, offset: Int? = nil) {
            (self.name, self.value, self.offset) = (name, value, offset)
        }

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            name = try parts.decode(String.self)
            if let text = try? parts.decode(String.self) {
                value = text
            } else {
                let number = try parts.decode(Int.self)
                (value, offset) = (String(number), number)
            }
            if !parts.isAtEnd { isChecked = (try? parts.decode(Bool.self)) ?? true }
        }
    }

    /// An expectation about a field: its presence, its value, the value of another field, or a lower bound.
    struct Expectation: Decodable, Sendable {
        var name: String
        var words: [String]

        init(_ name: String, _ words: String...) {
            (self.name, self.words) = (name, words)
        }

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                (self.name, words) = (name, [])
                return
            }
            var parts = try decoder.unkeyedContainer()
            name = try parts.decode(String.self)
            words = []
            while !parts.isAtEnd {
                words.append(try (try? parts.decode(String.self)) ?? String(try parts.decode(Int.self)))
            }
        }

        func holds(for headers: Headers, at date: Date) -> Bool {
            let lines = headers.values(of: name)
            let value = lines.joined(separator: ", ")
            switch words.count {
            case 0: return !lines.isEmpty
            case 1:
                let wanted = Int(words[0]).map { HTTPDate(date.addingTimeInterval(Double($0))).text }
                return value == words[0] || !lines.isEmpty && value == wanted
            default:
                if words[0] == "=" { return value == headers[words[1]] }
                return (Int(value) ?? 0) > (Int(words[1]) ?? .max)
            }
        }
    }

    private struct Status: Decodable {
        var code: Int
        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            code = try parts.decode(Int.self)
        }
    }

    var method = HTTPMethod.get
    var request: [Field] = []
    var response: [Field] = []
    var status = 200
    var body: String?
    var isDisconnected = false
    /// Indicates whether a pause of three seconds follows.
    var pauses = false
    var filename: String?
    var query: String?
    var policy = CachePolicy.standard
    var expected: Origin?
    var expectedStatus: Int?
    /// Indicates whether the cache must hide a failure of the server.
    var wantsAnswer = true
    var expectedBody: String?
    var expectedFields: [Expectation] = []
    var missingFields: [Expectation] = []
    var expectedRequest: [Expectation] = []
    var missingRequest: [Expectation] = []
    var hasMagicLocations = false
    var oldDates: [String] = []
    var checksBody = true

    init(_ change: (inout CacheStep) -> Void = { _ in }) { change(&self) }

    private enum CodingKeys: String, CodingKey {
        case request_method, request_headers, response_headers, response_status, response_body, disconnect
        case pause_after, filename, query_arg, cache, expected_type, expected_status, expected_response_text
        case expected_response_headers, expected_response_headers_missing, expected_request_headers
        case expected_request_headers_missing, magic_locations, rfc850date, check_body
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func get<Value: Decodable>(_ key: CodingKeys, _ standard: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? standard
        }
        method = HTTPMethod(rawValue: try get(.request_method, "GET"))
        request = try get(.request_headers, [])
        response = try get(.response_headers, [])
        status = try values.decodeIfPresent(Status.self, forKey: .response_status)?.code ?? 200
        body = try get(.response_body, nil)
        isDisconnected = try get(.disconnect, false)
        pauses = try get(.pause_after, false)
        filename = try get(.filename, nil)
        query = try get(.query_arg, nil)
        policy =
            switch try get(.cache, "") {
            case "no-store": .bypass
            case "no-cache": .revalidate
            default: .standard
            }
        expected = try get(.expected_type, nil)
        wantsAnswer =
            try !values.contains(.expected_status) || !values.decodeNil(forKey: .expected_status)
        expectedStatus = try get(.expected_status, nil)
        expectedBody = try get(.expected_response_text, nil)
        expectedFields = try get(.expected_response_headers, [])
        missingFields = try get(.expected_response_headers_missing, [])
        expectedRequest = try get(.expected_request_headers, [])
        missingRequest = try get(.expected_request_headers_missing, [])
        hasMagicLocations = try get(.magic_locations, false)
        oldDates = try get(.rfc850date, [])
        checksBody = try get(.check_body, true)
    }
}
