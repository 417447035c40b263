/// Lays a JSON text out anew while it is read, with a line for each member and element.
///
/// No value is made of it: a name that stands twice stays twice, and numbers stay as they are written.
package final class JSONIndenter: JSONListener {
    private var writer = JSONWriter(style: .pretty, escapes: .required)
    private var depth = 0
    private var isAtStart = true
    private var isBehindName = false

    /// Lays UTF-8 bytes out anew; with an error, what stands before its place.
    package static func indent(_ bytes: some Collection<UInt8>) -> (text: [UInt8], error: JSONError?) {
        let indenter = JSONIndenter()
        indenter.writer.output.reserveCapacity(bytes.count + bytes.count / 4)
        do throws(JSONError) {
            try JSONValue.read(bytes, telling: indenter)
            return (indenter.writer.output, nil)
        } catch {
            return (indenter.writer.output, error)
        }
    }

    package func open(_ container: JSONContainer) {
        begin()
        writer.append(container == .array ? "[" : "{")
        depth += 1
        isAtStart = true
    }

    package func close(_ container: JSONContainer) {
        depth -= 1
        if !isAtStart { breakLine() }
        writer.append(container == .array ? "]" : "}")
        isAtStart = false
    }

    package func name(_ text: JSONStringBytes) {
        begin()
        write(text)
        writer.append(": ")
        isBehindName = true
    }

    package func string(_ text: JSONStringBytes) {
        begin()
        write(text)
    }

    package func number(_ text: UnsafeBufferPointer<UInt8>) {
        begin()
        writer.output.append(contentsOf: text)
    }

    package func word(_ value: JSONValue) {
        begin()
        writer.write(value)
    }

    /// Ends what stands before a name, an element or the value of a name.
    private func begin() {
        defer { (isAtStart, isBehindName) = (false, false) }
        guard depth > 0, !isBehindName else { return }
        if !isAtStart { writer.append(",") }
        breakLine()
    }

    private func breakLine() {
        writer.append("\n")
        writer.output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private func write(_ text: JSONStringBytes) {
        guard text.isPlain else { return writer.write(text.string) }
        writer.append("\"")
        writer.output.append(contentsOf: text.bytes)
        writer.append("\"")
    }
}
