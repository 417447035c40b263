import EngineJSON
import FoundationEssentials

extension Parameters {
    /// Returns the parameters as a property list in XML.
    ///
    /// If several have the same name, the last one wins. Members that are `null` are dropped from dictionaries.
    ///
    /// - Throws: `invalidRequest/queue` for values that a property list in XML cannot hold: `null` in an array, control
    ///   characters.
    package func propertyList() throws(ClientError) -> Data {
        let list = try PropertyList(self)
        do {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try encoder.encode(list)
        } catch {
            throw .noPropertyList("\(error)")
        }
    }
}

private indirect enum PropertyList: Encodable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case list([PropertyList])
    case members([String: PropertyList])

    init(_ parameters: Parameters) throws(ClientError) {
        var members: [String: PropertyList] = [:]
        for parameter in parameters {
            let name = try parameter.name.checkedForPropertyList()
            members[name] = try PropertyList(parameter.value)
        }
        self = .members(members)
    }

    /// Creates a value, or returns `nil` for `null`.
    init?(_ value: JSONValue) throws(ClientError) {
        switch value {
        case .null: return nil
        case .bool(let bool): self = .bool(bool)
        case .number(let number):
            self = number.int.map { .int($0) } ?? number.double.map { .double($0) } ?? .text(number.text)
        case .string(let text): self = .text(try text.checkedForPropertyList())
        case .array(let elements):
            var list: [PropertyList] = []
            for element in elements {
                guard let value = try PropertyList(element) else {
                    throw .noPropertyList("a list in it holds nothing at a place, and there is no null")
                }
                list.append(value)
            }
            self = .list(list)
        case .object(let object): try self.init(Parameters(object))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .int(let int): try container.encode(int)
        case .double(let double): try container.encode(double)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .members(let members): try container.encode(members)
        }
    }
}

extension String {
    /// Returns the text, or throws if it contains a character that XML 1.0 cannot represent (section 2.2).
    fileprivate func checkedForPropertyList() throws(ClientError) -> String {
        let isWritable = unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
            default: false
            }
        }
        guard isWritable else { throw .noPropertyList("a text in it holds a character that XML cannot hold") }
        return self
    }
}

extension ClientError {
    fileprivate static func noPropertyList(_ why: String) -> ClientError {
        ClientError(
            .invalidRequest, .queue, "the parameters cannot be written as a property list: \(why)",
            hint: "leave it out, or place the parameters as JSON")
    }
}

extension Body {
    /// Creates a body with the value encoded as a property list (`application/x-plist`), in XML by default.
    ///
    /// - Throws: The error of the encoder.
    public static func propertyList(
        _ value: some Encodable, format: PropertyListDecoder.PropertyListFormat = .xml
    ) throws -> Body {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return .typed(.data(try encoder.encode(value)), contentType: propertyListType)
    }

    /// The media type with which older clients send property lists.
    package static let propertyListType = "application/x-plist"
}
