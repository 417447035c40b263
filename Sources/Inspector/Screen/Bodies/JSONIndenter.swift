import EngineJSON

/// Lays a JSON text out anew while it is read, with a line for each member and element.
///
/// No value is made of it: a name that stands twice stays twice, and numbers stay as they are written.
final class JSONIndenter: JSONListener {
    private var output: [UInt8] = []
    private var depth = 0
    private var isAtStart = true
    private var isBehindName = false

    /// Lays UTF-8 bytes out anew; with an error, what stands before its place.
    static func indent(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], error: JSONError?) {
        let indenter = JSONIndenter()
        indenter.output.reserveCapacity(bytes.count + bytes.count / 4)
        do throws(JSONError) {
            try JSONValue.read(bytes, telling: indenter)
            return (indenter.output, nil)
        } catch {
            return (indenter.output, error)
        }
    }

    /// Lays UTF-8 bytes out anew; with a problem, what is before its place.
    static func indented(_ text: ArraySlice<UInt8>) -> (text: [UInt8], problem: String?) {
        let (text, error) = indent(text)
        return (text, error.map { "not valid JSON: \($0.description)" })
    }

    /// Begins an array or an object.
    func open(_ container: JSONContainer) {
        begin()
        append(container == .array ? "[" : "{")
        depth += 1
        isAtStart = true
    }

    /// Ends an array or an object.
    func close(_ container: JSONContainer) {
        depth -= 1
        if !isAtStart { breakLine() }
        append(container == .array ? "]" : "}")
        isAtStart = false
    }

    /// Writes a member's name.
    func name(_ text: JSONStringBytes) {
        begin()
        write(text)
        append(": ")
        isBehindName = true
    }

    /// Writes a string.
    func string(_ text: JSONStringBytes) {
        begin()
        write(text)
    }

    /// Writes a number as it is.
    func number(_ text: UnsafeBufferPointer<UInt8>) {
        begin()
        output.append(contentsOf: text)
    }

    /// Writes `null`, `true` or `false`.
    func word(_ value: JSONValue) {
        begin()
        output += value.serializedBytes()
    }

    /// Ends what stands before a name, an element or the value of a name.
    private func begin() {
        defer { (isAtStart, isBehindName) = (false, false) }
        guard depth > 0, !isBehindName else { return }
        if !isAtStart { append(",") }
        breakLine()
    }

    private func breakLine() {
        append("\n")
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private func write(_ text: JSONStringBytes) {
        guard text.isPlain else { return output += JSONValue.string(text.string).serializedBytes() }
        append("\"")
        output.append(contentsOf: text.bytes)
        append("\"")
    }

    private func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}
