import EngineJSON
import Foundation

extension Parameters {
    /// The parameters as a property list in XML; of several with one name the last one counts.
    ///
    /// What stands for nothing is left out of dictionaries.
    ///
    /// - Throws: `invalidRequest/queue` for what no property list in XML can hold: nothing in a list, control characters.
    package func propertyList() throws(ClientError) -> Data {
        do {
            return try PropertyListSerialization.data(
                fromPropertyList: propertyListObject(), format: .xml, options: 0)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .noPropertyList("\(error)")
        }
    }

    fileprivate func propertyListObject() throws(ClientError) -> [String: Any] {
        var members: [String: Any] = [:]
        for parameter in self {
            let name = try parameter.name.checkedForPropertyList()
            members[name] = try parameter.value.propertyListObject()
        }
        return members
    }
}

extension JSONValue {
    /// The value as Foundation writes it; nil for nothing.
    fileprivate func propertyListObject() throws(ClientError) -> Any? {
        switch self {
        case .null: nil
        case .bool(let bool): bool
        case .number(let number):
            if let int = number.int { int } else { number.double ?? number.text }
        case .string(let text): try text.checkedForPropertyList()
        case .array(let elements): try Self.propertyListObjects(elements)
        case .object(let object): try Parameters(object).propertyListObject()
        }
    }

    private static func propertyListObjects(_ elements: [JSONValue]) throws(ClientError) -> [Any] {
        var objects: [Any] = []
        for element in elements {
            guard let object = try element.propertyListObject() else {
                throw .noPropertyList("a list in it holds nothing at a place, and there is no null")
            }
            objects.append(object)
        }
        return objects
    }
}

extension String {
    /// The text, unless it holds what XML 1.0 (section 2.2) has no way to write.
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
    /// Makes a body of the value encoded as a property list (`application/x-plist`), in XML unless said otherwise.
    ///
    /// Throws what the encoder throws.
    public static func propertyList(
        _ value: some Encodable, format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> Body {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return .typed(.inPlace(try encoder.encode(value)), contentType: propertyListType)
    }

    /// The media type that older clients send property lists with.
    package static let propertyListType = "application/x-plist"
}
