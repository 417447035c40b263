import Glibc

/// A regular file, open for reading.
///
/// FIFOs, devices and folders are refused without blocking.
package struct RegularFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file.
    ///
    /// Messages call it `name`. If `followsLink` is `false`, a link as the last component is refused.
    package init(_ path: String, name: String? = nil, followsLink: Bool = true) throws(FileError) {
        descriptor = try Self.open(path, name: name ?? path, flags: followsLink ? 0 : O_NOFOLLOW)
        self.path = name ?? path
    }

    deinit {
        close(descriptor)
    }

    package func contents(limit: Int = 64 << 20) throws(FileError) -> [UInt8] {
        var information = stat()
        // Checks the size first, to fail without reading. Files in /proc report size 0.
        if fstat(descriptor, &information) == 0, information.st_size > limit { throw tooLarge(limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(information.st_size))
        while try read(into: &bytes) {
            guard bytes.count <= limit else { throw tooLarge(limit) }
        }
        return bytes
    }

    private func read(into bytes: inout [UInt8]) throws(FileError) -> Bool {
        let count = bytes.count
        var result = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
            repeat {
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            initialized = max(0, result)
        }
        guard result >= 0 else { throw FileError(path, "cannot be read") }
        bytes += chunk
        return bytes.count > count
    }

    private func tooLarge(_ limit: Int) -> FileError {
        FileError(path, "is larger than \(limit >> 20) MiB")
    }

    private static func open(_ path: String, name: String, flags: Int32) throws(FileError) -> Int32 {
        // Checks before opening, because opening a device can have effects, and after it, because the file may have
        // changed.
        var information = stat()
        guard stat(path, &information) == 0 else { throw FileError(name, errno: errno) }
        guard isRegular(information) else { throw FileError(name, "is not a regular file") }
        let number = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
        guard number >= 0 else { throw FileError(name, errno: errno) }
        guard fstat(number, &information) == 0, isRegular(information) else {
            close(number)
            throw FileError(name, "is not a regular file")
        }
        return number
    }

    private static func isRegular(_ information: stat) -> Bool { information.st_mode & S_IFMT == S_IFREG }
}
