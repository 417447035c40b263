import ClientEngine
import EngineJSON

extension Redaction {
    /// Returns a body with its named secrets and all known secrets redacted.
    ///
    /// Everything else is unchanged. Names occur in JSON, forms, multipart bodies and GraphQL. A body that is declared
    /// as JSON or multipart but cannot be parsed, and contains names of secrets, is redacted as a whole.
    public mutating func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        guard isHiding, !bytes.isEmpty else { return bytes }
        return body(bytes, hiding: NamedSecrets(in: bytes, contentType: contentType))
    }

    /// Returns a redacted body, from known positions of its named secrets.
    public mutating func body(_ bytes: [UInt8], hiding found: NamedSecrets) -> [UInt8] {
        guard isHiding, !bytes.isEmpty else { return bytes }
        guard found.isWhole else {
            return Array(placeholder(for: String(decoding: bytes, as: UTF8.self)).utf8)
        }
        return known(in: found.places.isEmpty ? bytes : replaced(found.places, in: bytes))
    }

    /// Learns the secrets of a body, and returns their positions.
    @discardableResult
    public mutating func learn(body bytes: [UInt8], contentType: String?) -> NamedSecrets {
        guard isHiding, !bytes.isEmpty else { return NamedSecrets() }
        var found = NamedSecrets(in: bytes, contentType: contentType)
        guard found.isWhole else {
            learn { _ = $0.body(bytes, hiding: found) }
            return found
        }
        bytes.withUnsafeBytes { bytes in
            for index in found.places.indices {
                found.places[index].redacted = number(of: found.places[index], in: bytes)
            }
        }
        return found
    }

    private mutating func replaced(_ places: [NamedSecrets.Place], in bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        bytes.withUnsafeBytes { bytes in
            var end = 0
            for place in places {
                output.append(
                    contentsOf: UnsafeRawBufferPointer(rebasing: bytes[end..<place.value.lowerBound]))
                let isBare = place.spelling == .number
                if isBare { output.append(UInt8(ascii: "\"")) }
                let number = place.redacted > 0 ? place.redacted : number(of: place, in: bytes)
                append(placeholder: number, to: &output)
                if isBare { output.append(UInt8(ascii: "\"")) }
                end = place.value.upperBound
            }
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[end...]))
        }
        return output
    }

    private mutating func number(of place: NamedSecrets.Place, in bytes: UnsafeRawBufferPointer) -> Int {
        let value = UnsafeRawBufferPointer(rebasing: bytes[place.value])
        // Most secrets are ASCII and not encoded.
        guard value.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) else {
            return number(of: value)
        }
        let text = String(decoding: value, as: UTF8.self)
        guard place.spelling == .quoted, value.contains(UInt8(ascii: "\\")) else { return number(of: text) }
        return number(of: (try? JSONValue(parsing: [0x22] + value + [0x22]))?.string ?? text)
    }
}
