extension String {
    /// The path as people write it: what lies in the folder that one is in, without that folder.
    package var plainPath: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
