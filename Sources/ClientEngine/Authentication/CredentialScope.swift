enum CredentialScope: Sendable, Hashable {
    case below(BaseURL)
    /// Everything of a URL's origin.
    case origin(of: RequestURL)

    func covers(_ url: RequestURL) -> Bool {
        switch self {
        case .below(let base): base.contains(url)
        case .origin(let other): url.origin == other.origin
        }
    }
}
