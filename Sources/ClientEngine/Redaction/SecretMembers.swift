import JSON

/// The values of a JSON text that stand below names of secrets, and the text without them.
final class SecretMembers: JSONListener {
    /// The secrets, in their order; the same one may be there again.
    private(set) var secrets: [String] = []

    private let isWritten: Bool
    /// The text in its shortest form; at each of the places a secret is missing.
    private var text: [UInt8] = []
    private var places: [Int] = []
    private var needsComma = false
    private var isNamed = false
    private var depth = 0
    /// The depth of the outermost value that is secret as a whole.
    private var secretDepth: Int?

    /// Reads a text, and writes what is left of it where that is wanted; nil when it is no JSON.
    init?(of bytes: [UInt8], isWritten: Bool) {
        self.isWritten = isWritten
        do throws(JSONError) {
            try JSONValue.read(bytes, telling: self)
        } catch {
            return nil
        }
    }

    /// The text, with something else for each secret.
    func text(replacing replacement: (String) -> String) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var start = 0
        for (place, secret) in zip(places, secrets) {
            output += text[start..<place]
            output += JSONValue.string(replacement(secret)).serializedBytes()
            start = place
        }
        return output + text[start...]
    }

    // MARK: - What is heard

    func open(_ container: JSONContainer) {
        write(container == .array ? "[".utf8 : "{".utf8)
        depth += 1
        if isNamed, secretDepth == nil { secretDepth = depth }
        isNamed = false
    }

    func close(_ container: JSONContainer) {
        if secretDepth == depth { secretDepth = nil }
        depth -= 1
        needsComma = false
        write(container == .array ? "]".utf8 : "}".utf8)
        needsComma = true
    }

    func name(_ name: JSONStringBytes) {
        write(name)
        write(":".utf8)
        isNamed = SecretNames.common.occur(in: name.bytes)
    }

    func string(_ string: JSONStringBytes) {
        if isSecret, !string.bytes.isEmpty { note(string.string) } else { write(string) }
        endScalar()
    }

    func number(_ number: UnsafeBufferPointer<UInt8>) {
        if isSecret { note(String(decoding: number, as: UTF8.self)) } else { write(number) }
        endScalar()
    }

    func word(_ value: JSONValue) {
        if isWritten { write(value.serializedBytes()) }
        endScalar()
    }

    private var isSecret: Bool { isNamed || secretDepth != nil }

    private func endScalar() {
        (isNamed, needsComma) = (false, true)
    }

    private func note(_ secret: String) {
        // A comma, where one is due.
        write("".utf8)
        places.append(text.count)
        secrets.append(secret)
    }

    // MARK: - Writing

    private func write(_ string: JSONStringBytes) {
        guard isWritten else { return }
        guard string.isPlain else { return write(JSONValue.string(string.string).serializedBytes()) }
        write("\"".utf8)
        write(string.bytes)
        write("\"".utf8)
    }

    private func write(_ token: some Collection<UInt8>) {
        guard isWritten else { return }
        if needsComma { text.append(UInt8(ascii: ",")) }
        needsComma = false
        text.append(contentsOf: token)
    }
}
