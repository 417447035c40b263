/// An access key of Amazon Web Services, with the region and the service of the requests that it signs.
///
/// The secret key and the session token are not part of any description of the value.
public struct AWSKey: Sendable, Hashable {
    /// The public part of the key, such as `AKIDEXAMPLE`.
    public var accessKeyID: String
    /// The secret part of the key, which is never sent.
    public var secretAccessKey: String {
        get { secret.secret }
        set { secret = Hidden(newValue) }
    }
    /// The token of a temporary key, which is sent as `X-Amz-Security-Token`, or `nil` for a permanent key.
    public var sessionToken: String? {
        get { token.secret }
        set { token = Hidden(newValue) }
    }
    /// The region, such as `eu-west-1`, or `nil` for the one in the host name.
    ///
    /// If that has none, it is `us-east-1`.
    public var region: String?
    /// The name of the service in signatures, such as `s3` or `execute-api`, or `nil` for the one in the host name.
    public var service: String?

    private var secret: Hidden<String>
    private var token: Hidden<String?>

    /// Creates a key.
    public init(
        accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil, region: String? = nil,
        service: String? = nil
    ) {
        self.accessKeyID = accessKeyID
        (secret, token) = (Hidden(secretAccessKey), Hidden(sessionToken))
        (self.region, self.service) = (region, service)
    }
}

extension AWSKey {
    /// Returns the region and the service of a request to a URL.
    ///
    /// Parts that are not set are derived from the host name. Returns `nil` if the service is unknown, or if the URL is
    /// invalid.
    public func scope(forURL url: String) -> (region: String, service: String)? {
        guard let url = try? RequestURL(parsing: url), let scope = try? scope(for: url.host) else {
            return nil
        }
        return (scope.region, scope.service)
    }

    /// The region and the service for which a signature is valid.
    struct Scope: Equatable {
        var region: String
        var service: String

        /// Indicates whether the service uses the path of a request as sent.
        ///
        /// All other services encode its segments a second time.
        var sendsPathAsSigned: Bool {
            ["s3", "s3express", "s3-object-lambda", "s3-outposts"].contains(service)
        }
    }

    /// Returns the scope of a request to a host.
    ///
    /// Parts that are not set are derived from the host name.
    ///
    /// - Throws: `auth/queue` if the service is unknown.
    func scope(for host: String) throws(ClientError) -> Scope {
        let named = Scope(host: host)
        guard let service = service ?? named?.service else {
            throw ClientError(
                .auth, .queue, "the name of the host \(host) does not say which service of AWS it is",
                hint: "name the service of the key, such as service:s3")
        }
        return Scope(region: region ?? named?.region ?? Scope.defaultRegion, service: service)
    }
}

extension AWSKey.Scope {
    static let defaultRegion = "us-east-1"

    /// Derives the service and the region from the name of a host of AWS.
    ///
    /// Returns `nil` for any other host.
    ///
    /// ```
    /// service.region.amazonaws.com   bucket.s3.region.amazonaws.com   name.region.es.amazonaws.com
    /// service.amazonaws.com          bucket.s3-region.amazonaws.com   id.lambda-url.region.on.aws
    /// ```
    init?(host: String) {
        let host = host.lowercased()
        guard let suffix = [".amazonaws.com", ".amazonaws.com.cn", ".on.aws"].first(where: host.hasSuffix)
        else { return nil }
        var labels = host.dropLast(suffix.utf8.count).split(at: ".").map(String.init)
        labels.removeAll { $0 == "dualstack" }
        guard let last = labels.last else { return nil }
        if last.hasPrefix("s3-"), Self.isRegion(last.dropFirst(3)) {
            self.init(region: String(last.dropFirst(3)), service: "s3")
        } else if Self.isRegion(last[...]) {
            guard labels.count > 1 else { return nil }
            self.init(region: last, service: labels[labels.count - 2])
        } else {
            let region = labels.dropLast().last.flatMap { Self.isRegion($0[...]) ? $0 : nil }
            self.init(region: region ?? Self.defaultRegion, service: last)
        }
        service = Self.signingNames[service] ?? service
    }

    /// The names in signatures of services whose host names differ.
    private static let signingNames = [
        "email": "ses", "lambda-url": "lambda", "s3-accesspoint": "s3", "s3-control": "s3",
        "s3-website": "s3",
    ]

    /// Returns whether a label is a region, such as `eu-west-1` or `us-gov-east-1`.
    private static func isRegion(_ label: Substring) -> Bool {
        let words = label.split(at: "-")
        guard words.count >= 3, let number = words.last,
            number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return words.dropLast().allSatisfy { word in word.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
    }
}
