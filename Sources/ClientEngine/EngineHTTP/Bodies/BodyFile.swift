import Glibc

final class BodyFile {
    /// The length of the file in bytes when it was opened.
    let length: Int
    private let path: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: `io/queue` if the file cannot be read or is not a regular file.
    init(_ path: String) throws(ClientError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ClientError(
                .io, .queue, "cannot open the body file “\(path)”: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ClientError(.io, .queue, "the body file “\(path)” is not a regular file")
        }
        length = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Copies bytes from `offset` on, up to the length that the file had when it was opened.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> BodyReader.Read {
        let count = min(buffer.count, length - offset)
        guard count > 0 else { return .end }
        let got = pread(descriptor, buffer.baseAddress, count, off_t(offset))
        guard got > 0 else {
            return .failed(
                ClientError(.io, .send, "the body file became shorter, or unreadable, while it was sent"))
        }
        return .bytes(got)
    }
}
