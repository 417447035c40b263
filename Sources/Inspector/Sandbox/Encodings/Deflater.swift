import CEngineZlib

final class Deflater {
    /// The wrapper around the compressed data.
    enum Wrapper: Sendable {
        case gzip, zlib, raw

        fileprivate var windowBits: Int32 {
            switch self {
            case .gzip: Int32(CZ_GZIP)
            case .zlib: Int32(CZ_ZLIB)
            case .raw: Int32(CZ_RAW)
            }
        }
    }

    private let stream: OpaquePointer?
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    init(_ wrapper: Wrapper) {
        stream = cz_deflate_create(wrapper.windowBits, -1)
    }

    deinit {
        cz_destroy(stream)
    }

    static func compressed(_ bytes: [UInt8], _ wrapper: Wrapper) -> [UInt8] {
        Deflater(wrapper).add(bytes, isLast: true)
    }

    /// Returns what can already be sent; nothing when memory ran out.
    func add(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        var status = Int32(CZ_OK)
        while status == CZ_OK, let stream {
            var consumed = 0
            var produced = 0
            status = rest.withUnsafeBytes { input in
                cz_deflate(
                    stream, input.baseAddress, input.count, &block, block.count, isLast ? 1 : 0,
                    &consumed, &produced)
            }
            rest = rest.dropFirst(consumed)
            result += block[..<produced]
        }
        return result
    }
}
