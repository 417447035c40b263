import ClientEngine

extension Options {
    /// Sets what the command line says about every request.
    func configure(_ configuration: inout Client.Configuration) {
        configuration.userAgent = "\(Version.name)/\(Version.number)"
        configuration.resolve = resolve
        configuration.connectTo = connectTo
        if let retries { configuration.retry = RetryPolicy(maximumRetries: retries) }
    }

    /// The variables that were given; of two with the same name the later one counts.
    var overrides: [String: String] {
        Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
    }
}
