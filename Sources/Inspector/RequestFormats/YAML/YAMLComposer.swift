import CInspectorYaml
import EngineJSON

/// Makes one value of the events of a YAML document.
///
///     events   - a: 1      sequence▸ mapping▸ "a" 1 ◂mapping ◂sequence
///     open     [ sequence ][ mapping "a" ]     what is being filled, outermost first
///     anchors  name → value, weight, height    what is finished and may be repeated
///
/// An alias brings a value once more: what all of them bring together is limited, because a few lines can otherwise
/// stand for more than any memory holds. An anchor counts only when its value is complete, so nothing contains itself.
struct YAMLComposer {
    /// The maximum number of bytes that aliases repeat; a value weighs its text and sixteen bytes for each node.
    static let repeatLimit = 16 << 20
    static let nodeLimit = 2_000_000

    fileprivate struct Composed {
        var value: JSONValue
        var weight: Int
        var height: Int
    }

    fileprivate struct Container {
        var isMapping: Bool
        var anchor: String?
        var elements: [JSONValue] = []
        var members: [JSONObject.Member] = []
        var key: String?
        var merged: [JSONValue] = []
        var isMergeKey = false
        var weight = 16
        var height = 0
    }

    private let maximumDepth: Int
    private var open: [Container] = []
    private var anchors: [String: Composed] = [:]
    private var root: JSONValue?
    private var repeated = 0
    private var nodes = 0
    private var documents = 0

    /// Reads the only document of a text; an empty text is null.
    ///
    /// Duplicate keys are kept, as in JSON. Keys that are no text become the text they are written with.
    static func value(of bytes: [UInt8], maximumDepth: Int) throws(YAMLError) -> JSONValue {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, YAMLError> in
            guard let parser = cyaml_create(buffer.baseAddress, buffer.count) else {
                return .failure(YAMLError(line: 1, column: 1, message: "There is not enough memory."))
            }
            defer { cyaml_destroy(parser) }
            var composer = YAMLComposer(maximumDepth: maximumDepth)
            return Result { () throws(YAMLError) in try composer.compose(parser) }
        }
        return try result.get()
    }

    private mutating func compose(_ parser: OpaquePointer) throws(YAMLError) -> JSONValue {
        while true {
            let event = cyaml_next(parser)
            switch event.kind {
            case cyaml_event_end: return root ?? .null
            case cyaml_event_other: continue
            case cyaml_event_error:
                let problem = event.problem.map { String(cString: $0) } ?? "broken"
                throw failure(event, "It is not YAML: \(problem).")
            default: try apply(event)
            }
        }
    }

    private mutating func apply(_ event: cyaml_event) throws(YAMLError) {
        nodes += 1
        guard nodes <= Self.nodeLimit else {
            throw failure(event, "It holds more than \(Self.nodeLimit) values.")
        }
        switch event.kind {
        case cyaml_event_document:
            documents += 1
            guard documents == 1 else {
                throw failure(event, "A second document begins here.", expected: "one document in a file")
            }
        case cyaml_event_scalar: try addScalar(event)
        case cyaml_event_alias: try addAlias(event)
        case cyaml_event_sequence_start, cyaml_event_mapping_start:
            guard open.count < maximumDepth else {
                throw failure(event, "It is nested more than \(maximumDepth) deep.")
            }
            open.append(
                Container(
                    isMapping: event.kind == cyaml_event_mapping_start,
                    anchor: event.anchor.map { String(cString: $0) }))
        default: try close(event)
        }
    }

    // MARK: Values

    private mutating func addScalar(_ event: cyaml_event) throws(YAMLError) {
        let text = String(
            decoding: UnsafeBufferPointer(start: event.text, count: event.length), as: UTF8.self)
        let isPlain = event.is_plain != 0
        let isKey = open.last.map { $0.isMapping && $0.key == nil } ?? false
        let tag = event.tag.map { String(cString: $0) }
        // A key is what is written: `200:` and `on:` are names to everybody.
        let value = isKey ? .string(text) : YAMLScalar.value(text, isPlain: isPlain, tag: tag)
        let composed = Composed(value: value, weight: 16 + event.length, height: 0)
        if let anchor = event.anchor { anchors[String(cString: anchor)] = composed }
        if isKey, isPlain, text == "<<", tag == nil { open[open.count - 1].isMergeKey = true }
        try add(composed, event)
    }

    private mutating func addAlias(_ event: cyaml_event) throws(YAMLError) {
        let name = event.anchor.map { String(cString: $0) } ?? ""
        guard let composed = anchors[name] else {
            throw failure(
                event, "“*\(name)” refers to nothing that is complete here.", expected: "“&\(name)” above")
        }
        repeated += composed.weight
        guard repeated <= Self.repeatLimit else {
            throw failure(event, "Its aliases repeat more than \(Self.repeatLimit >> 20) MiB.")
        }
        guard open.count + composed.height <= maximumDepth else {
            throw failure(event, "It is nested more than \(maximumDepth) deep.")
        }
        try add(composed, event)
    }

    private mutating func close(_ event: cyaml_event) throws(YAMLError) {
        guard var container = open.popLast() else { return }
        if !container.merged.isEmpty { container.merge() }
        let value: JSONValue =
            container.isMapping ? .object(JSONObject(container.members)) : .array(container.elements)
        let composed = Composed(value: value, weight: container.weight, height: container.height + 1)
        if let anchor = container.anchor { anchors[anchor] = composed }
        try add(composed, event)
    }

    private mutating func add(_ composed: Composed, _ event: cyaml_event) throws(YAMLError) {
        guard let last = open.indices.last else {
            root = composed.value
            return
        }
        open[last].weight += composed.weight
        open[last].height = max(open[last].height, composed.height)
        guard open[last].isMapping else {
            open[last].elements.append(composed.value)
            return
        }
        guard let key = open[last].key else {
            open[last].key = composed.value.keyText
            return
        }
        open[last].key = nil
        if open[last].isMergeKey {
            open[last].isMergeKey = false
            guard let objects = composed.value.mergeable else {
                throw failure(
                    event, "What “<<” brings in is not a mapping.", expected: "an alias of a mapping")
            }
            open[last].merged += objects
        } else {
            open[last].members.append(JSONObject.Member(name: key, value: composed.value))
        }
    }

    private func failure(_ event: cyaml_event, _ message: String, expected: String? = nil) -> YAMLError {
        YAMLError(
            line: Int(event.line) + 1, column: Int(event.column) + 1, message: message, expected: expected)
    }
}

extension YAMLComposer.Container {
    /// Adds what `<<` brings: a mapping's own keys come first, then those of the earlier mapping.
    fileprivate mutating func merge() {
        var names = Set(members.map(\.name))
        for value in merged {
            for member in value.object?.members ?? [] where names.insert(member.name).inserted {
                members.append(member)
            }
        }
    }
}

extension JSONValue {
    fileprivate var keyText: String { string ?? serialized() }

    /// The mappings that a `<<` brings in; nil when it holds something else.
    fileprivate var mergeable: [JSONValue]? {
        let values = array ?? [self]
        return values.allSatisfy { $0.object != nil } ? values : nil
    }
}

/// Says why and where a text is no YAML that can be read.
struct YAMLError: Error, Hashable {
    var line: Int
    var column: Int
    var message: String
    var expected: String?
}
