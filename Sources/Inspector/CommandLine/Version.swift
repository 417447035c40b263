/// The program's name and version, for `--version` and for files that name their creator.
enum Version {
    static let name = "inspector"
    static let number = "0.1.0"
    static let line = "\(name) \(number)\n"
}
