import Glibc

/// Feeds a request's body to libcurl, from memory or from a file, and can begin again.
final class BodyReader {
    /// The length in bytes.
    let length: Int
    private let bytes: [UInt8]
    private let descriptor: Int32
    private var offset = 0

    /// Opens the body.
    ///
    /// Throws `io/queue` for a file that cannot be read, or is not a regular one.
    init(_ body: Body) throws(ClientError) {
        switch body {
        case .none:
            (bytes, descriptor, length) = ([], -1, 0)
        case .data(let data):
            (bytes, descriptor, length) = (data, -1, data.count)
        case .file(let path):
            bytes = []
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw Self.error("cannot open the body file “\(path)”", errno) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw ClientError(.io, .queue, "the body file “\(path)” is not a regular file")
            }
            length = Int(status.st_size)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Copies the next bytes; 0 at the end, nil when the file cannot be read or has become shorter.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = min(buffer.count, length - offset)
        guard count > 0 else { return 0 }
        if descriptor >= 0 {
            let got = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            guard got > 0 else { return nil }
            offset += got
            return got
        }
        bytes.withUnsafeBytes { source in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
        }
        offset += count
        return count
    }

    /// Reads the whole body from where it stands.
    func readAll() throws(ClientError) -> [UInt8] {
        var isWhole = true
        let all = [UInt8](unsafeUninitializedCapacity: length - offset) { buffer, count in
            while isWhole, count < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                if let got = read(into: rest), got > 0 { count += got } else { isWhole = false }
            }
        }
        guard isWhole else {
            throw ClientError(.io, .queue, "the body file became shorter while it was read")
        }
        return all
    }

    /// Goes to an offset, to send the body again.
    func seek(to offset: Int) {
        self.offset = max(0, min(offset, length))
    }

    private static func error(_ what: String, _ number: Int32) -> ClientError {
        ClientError(.io, .queue, "\(what): \(String(cString: strerror(number)))")
    }
}
