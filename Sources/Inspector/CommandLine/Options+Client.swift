import ClientEngine
import InspectorWorkspace

extension Options {
    /// Sets what the command line says about every request.
    func configure(_ configuration: inout ClientConfiguration) {
        configuration.userAgent = "\(Version.name)/\(Version.number)"
        configuration.connections.resolve = resolve
        configuration.connections.connectTo = connectTo
        configuration.connections.proxy = proxy
        if let authorities { configuration.connections.tls.certificateAuthorities = authorities }
        configuration.connections.tls.verification = isInsecure ? .none : .full
        configuration.connections.tls.clientCertificate = certificate.map { .init(file: $0, keyFile: key) }
        if let retries { configuration.retry = RetryPolicy(maximumRetries: retries) }
    }

    /// What keeps the files of certificates and keys from being used, one line for each.
    var certificateProblems: [String] {
        [("--cacert", authorities), ("--cert", certificate), ("--key", key)].compactMap { flag, path in
            guard let path else { return nil }
            do throws(FileError) {
                _ = try RegularFile(path)
                return nil
            } catch {
                return "\(flag): \(error)"
            }
        }
    }

    /// The variables that were given; of two with the same name the later one counts.
    var overrides: [String: String] {
        Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
    }
}
