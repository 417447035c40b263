/// Lays a JSON text out anew while it is read, with a line for each member and element.
///
/// No value is made of it: a name that stands twice stays twice, and numbers stay as they are written.
public final class JSONIndenter: JSONListener {
    private var writer = JSONWriter(style: .pretty, escapes: .required)
    private var depth = 0
    private var isAtStart = true
    private var isBehindName = false

    /// Lays UTF-8 bytes out anew; with an error, what stands before its place.
    public static func indent(_ bytes: some Collection<UInt8>) -> (text: [UInt8], error: JSONError?) {
        let indenter = JSONIndenter()
        indenter.writer.output.reserveCapacity(bytes.count + bytes.count / 4)
        do throws(JSONError) {
            try JSONValue.read(bytes, telling: indenter)
            return (indenter.writer.output, nil)
        } catch {
            return (indenter.writer.output, error)
        }
    }

    /// Begins an array or an object.
    public func open(_ container: JSONContainer) {
        begin()
        writer.append(container == .array ? "[" : "{")
        depth += 1
        isAtStart = true
    }

    /// Ends an array or an object.
    public func close(_ container: JSONContainer) {
        depth -= 1
        if !isAtStart { breakLine() }
        writer.append(container == .array ? "]" : "}")
        isAtStart = false
    }

    /// Writes a member's name.
    public func name(_ text: JSONStringBytes) {
        begin()
        write(text)
        writer.append(": ")
        isBehindName = true
    }

    /// Writes a string.
    public func string(_ text: JSONStringBytes) {
        begin()
        write(text)
    }

    /// Writes a number as it is.
    public func number(_ text: UnsafeBufferPointer<UInt8>) {
        begin()
        writer.output.append(contentsOf: text)
    }

    /// Writes `null`, `true` or `false`.
    public func word(_ value: JSONValue) {
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
