import EngineJSON
import EngineMocks

/// The current element of an `{{#each}}` block.
struct TemplateFrame: Sendable {
    let item: JSONValue
    /// The names of the block for the element, and for its index or its key.
    let parameters: [String: JSONValue]
    private let index: Int
    private let key: String
    private let count: Int

    /// Returns a frame for each element of an array or member of an object, or no frames for other values.
    static func all(of value: JSONValue?, named names: [String]) -> [TemplateFrame] {
        switch value {
        case .array(let elements):
            elements.enumerated().map { TemplateFrame($1, at: $0, nil, elements.count, names) }
        case .object(let object):
            object.members.enumerated().map {
                TemplateFrame($1.value, at: $0, $1.name, object.count, names)
            }
        default: []
        }
    }

    private init(_ item: JSONValue, at index: Int, _ key: String?, _ count: Int, _ names: [String]) {
        self.item = item
        self.index = index
        self.key = key ?? String(index)
        self.count = count
        let place = key.map { JSONValue.string($0) } ?? .number(JSONNumber(index))
        parameters = Dictionary(zip(names, [item, place])) { $1 }
    }

    /// Returns the value of a data variable.
    ///
    /// As in WireMock, `true` is written as the name of the variable.
    func value(of data: TemplatePath.Data) -> JSONValue {
        let isTrue: Bool
        switch data {
        case .index: return .number(JSONNumber(index))
        case .number: return .number(JSONNumber(index + 1))
        case .key: return .string(key)
        case .first: isTrue = index == 0
        case .last: isTrue = index == count - 1
        case .even: isTrue = index.isMultiple(of: 2)
        case .odd: isTrue = !index.isMultiple(of: 2)
        }
        return .string(isTrue ? data.rawValue : "")
    }
}
