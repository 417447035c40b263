package enum RequestPaths {
    /// Returns the folder of a file, as it is written: `.` where there is none.
    package static func folder(of file: String) -> String {
        guard let slash = file.unicodeScalars.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    package static func isRequestFile(_ name: String) -> Bool {
        name.hasSuffix(".http") || name.hasSuffix(".rest")
    }
}

extension String {
    /// The path as people write it: what lies in the folder that one is in, without that folder.
    package var plainPath: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
