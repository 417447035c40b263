/// Makes a value of what it hears.
///
///     open    [ array ][ object ]     what is being filled, outermost first
///     values  1 true                  finished values that wait for their container to close
///     names   a                       their names, for objects
final class JSONTree: JSONListener {
    private struct Filling {
        let firstValue: Int
        let firstName: Int
    }

    private var open: [Filling] = []
    private var values: [JSONValue] = []
    private var names: [String] = []

    var value: JSONValue { values.last ?? .null }

    func open(_ container: JSONContainer) {
        open.append(Filling(firstValue: values.count, firstName: names.count))
    }

    func close(_ container: JSONContainer) {
        let filling = open.removeLast()
        let contents = takeValues(from: filling.firstValue)
        switch container {
        case .array:
            values.append(.array(contents))
        case .object:
            let members = zip(names[filling.firstName...], contents).map(JSONObject.Member.init)
            names.removeSubrange(filling.firstName...)
            values.append(.object(JSONObject(members)))
        }
    }

    func name(_ text: JSONStringBytes) { names.append(text.string) }

    func string(_ text: JSONStringBytes) { values.append(.string(text.string)) }

    func number(_ text: UnsafeBufferPointer<UInt8>) {
        values.append(.number(JSONNumber(verified: String(decoding: text, as: UTF8.self))))
    }

    func word(_ value: JSONValue) { values.append(value) }

    private func takeValues(from first: Int) -> [JSONValue] {
        guard first > 0 else {
            // The outermost container takes the storage itself: a long top-level array is not copied.
            defer { values = [] }
            return values
        }
        defer { values.removeSubrange(first...) }
        return Array(values[first...])
    }
}
