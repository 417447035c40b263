package enum RequestPaths {
    /// Returns the folder part of a file path, or `.` without one.
    package static func folder(of file: String) -> String {
        guard let slash = file.unicodeScalars.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    package static func isRequestFile(_ name: String) -> Bool {
        name.hasSuffix(".http") || name.hasSuffix(".rest")
    }
}

extension String {
    /// The path without a leading `./`.
    package var plainPath: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
