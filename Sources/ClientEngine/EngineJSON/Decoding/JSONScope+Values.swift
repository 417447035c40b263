import FoundationEssentials

// Decoding of values in an array, in an object, or of the whole text.
extension JSONScope {
    @inline(__always)
    func isNull(_ node: Int) -> Bool { document.nodes[node].kind == .null }

    func bool(at node: Int) throws -> Bool {
        switch document.nodes[node].kind {
        case .true: return true
        case .false: return false
        default: throw mismatch(Bool.self, at: node)
        }
    }

    func string(at node: Int) throws -> String {
        guard document.nodes[node].kind == .string else { throw missingOrMismatch(String.self, at: node) }
        return document.text(node)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at node: Int) throws -> Integer {
        let token = document.nodes[node]
        guard token.kind == .number else { throw missingOrMismatch(Integer.self, at: node) }
        let value: Integer? = document.bytes.integer(token)
        guard let value else { throw unfit(Integer.self, at: node) }
        return value
    }

    @inline(__always)
    func float<Float: BinaryFloatingPoint & LosslessStringConvertible>(at node: Int) throws -> Float {
        let token = document.nodes[node]
        guard token.kind == .number else { return try specialFloat(at: node) }
        let value: Float? = document.bytes.float(token)
        guard let value else { throw unfit(Float.self, at: node) }
        return value
    }

    private func specialFloat<Float: BinaryFloatingPoint>(at node: Int) throws -> Float {
        if document.nodes[node].kind == .string,
            case .convertFromString(let infinity, let negativeInfinity, let nan) =
                document.settings.nonConformingFloatDecodingStrategy
        {
            switch document.text(node) {
            case infinity: return .infinity
            case negativeInfinity: return -.infinity
            case nan: return .nan
            default: break
            }
        }
        throw missingOrMismatch(Float.self, at: node)
    }

    /// Decodes a value of any type.
    func decode<Value: Decodable>(_ type: Value.Type, at node: Int) throws -> Value {
        // Generic code, such as arrays, decodes its elements here. The compiler does not know that the types are the
        // same.
        if type == String.self { return unsafeBitCast(try string(at: node), to: type) }
        if type == Int.self { return unsafeBitCast(try integer(at: node) as Int, to: type) }
        if type == Double.self { return unsafeBitCast(try float(at: node) as Double, to: type) }
        if type == Date.self { return unsafeBitCast(try date(at: node), to: type) }
        if type == Data.self { return unsafeBitCast(try data(at: node), to: type) }
        if type == URL.self { return unsafeBitCast(try url(at: node), to: type) }
        if type == Decimal.self { return unsafeBitCast(try decimal(at: node), to: type) }
        if document.nodes[node].kind == .array {
            // The decoding of the standard library's arrays makes several protocol calls for each element.
            if type == [String].self { return unsafeBitCast(try array(at: node) as [String], to: type) }
            if type == [Int].self { return unsafeBitCast(try array(at: node) as [Int], to: type) }
            if type == [Double].self { return unsafeBitCast(try array(at: node) as [Double], to: type) }
        }
        // The keys of a dictionary are not keys of a type, so no strategy converts them.
        let keepsNames = document.settings.convertsKeys && type is any StringDictionary.Type
        return try Value(from: JSONNodeDecoder(scope: self, node: node, keepsNames: keepsNames))
    }

    private func array<Element: Decodable>(at node: Int) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(document.nodes[node].count)
        var element = node + 1
        while document.nodes[element].kind != .endOfArray {
            do {
                elements.append(try decode(Element.self, at: element))
            } catch {
                // With the path of the element: the scope for it costs as much as a short array.
                elements.append(try JSONScope(node, in: self).decode(Element.self, at: element))
            }
            element = document.node(after: element)
        }
        return elements
    }

    // MARK: Foundation

    private func date(at node: Int) throws -> Date {
        guard !isNull(node) else { throw missingOrMismatch(Date.self, at: node) }
        let decoder = JSONNodeDecoder(scope: self, node: node)
        switch document.settings.dateDecodingStrategy {
        case .deferredToDate: return try Date(from: decoder)
        case .secondsSince1970: return Date(timeIntervalSince1970: try float(at: node))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try float(at: node) / 1000)
        case .iso8601:
            guard let date = try? Date.ISO8601FormatStyle().parse(string(at: node)) else {
                _ = try string(at: node)
                throw corrupted("Expected date string to be ISO8601-formatted.", at: node)
            }
            return date
        case .custom(let decode): return try decode(decoder)
        }
    }

    private func data(at node: Int) throws -> Data {
        guard !isNull(node) else { throw missingOrMismatch(Data.self, at: node) }
        let decoder = JSONNodeDecoder(scope: self, node: node)
        switch document.settings.dataDecodingStrategy {
        case .deferredToData: return try Data(from: decoder)
        case .base64:
            guard let data = Data(base64Encoded: try string(at: node)) else {
                throw corrupted("Encountered Data is not valid Base64.", at: node)
            }
            return data
        case .custom(let decode): return try decode(decoder)
        }
    }

    private func url(at node: Int) throws -> URL {
        guard !isNull(node) else { throw missingOrMismatch(URL.self, at: node) }
        guard let url = URL(string: try string(at: node)) else {
            throw corrupted("Invalid URL string.", at: node)
        }
        return url
    }

    private func decimal(at node: Int) throws -> Decimal {
        guard document.nodes[node].kind == .number else { throw missingOrMismatch(Decimal.self, at: node) }
        guard let decimal = Decimal(string: document.text(node)) else { throw unfit(Decimal.self, at: node) }
        return decimal
    }

    // MARK: Errors

    private func missingOrMismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
        guard isNull(node) else { return mismatch(type, at: node) }
        let problem = "Cannot get value of type \(type) -- found null value instead"
        return .valueNotFound(
            type, DecodingError.Context(codingPath: path(of: node), debugDescription: problem))
    }

    func mismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
        let found =
            switch document.nodes[node].kind {
            case .null: "null"
            case .true, .false: "bool"
            case .number: "number"
            case .string, .name: "a string"
            case .array, .endOfArray: "an array"
            case .object, .endOfObject: "a dictionary"
            }
        let problem = "Expected to decode \(type) but found \(found) instead."
        return .typeMismatch(
            type, DecodingError.Context(codingPath: path(of: node), debugDescription: problem))
    }

    private func unfit(_ type: any Any.Type, at node: Int) -> DecodingError {
        corrupted("Number \(document.text(node)) is not representable as \(type).", at: node)
    }

    private func corrupted(_ problem: String, at node: Int) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(of: node), debugDescription: problem))
    }
}

/// A dictionary whose keys are the names of members.
private protocol StringDictionary {}
extension Dictionary: StringDictionary where Key == String, Value: Decodable {}
