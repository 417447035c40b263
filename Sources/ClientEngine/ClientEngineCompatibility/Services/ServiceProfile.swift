import ClientEngine
internal import EngineSupport

/// The named endpoints of a service.
///
/// A program uses the name `user` instead of the path `/users/{id}`.
///
/// ```json
/// {"BaseURL": "https://api.example.com/v1/",
///  "Resources": [{"Name": "user", "URITemplate": "users/{id}{?fields*}"},
///                {"Name": "addUser", "URITemplate": "users", "Method": "POST"}]}
/// ```
public struct ServiceProfile: Sendable, Hashable {
    /// An endpoint of a service.
    public struct Resource: Sendable, Hashable {
        /// The name in programs.
        ///
        /// Case is significant.
        public var name: String
        /// The URI template of the URL (RFC 6570), relative to the base URL.
        public var template: String
        /// The method.
        public var method: HTTPMethod

        /// Creates an endpoint.
        public init(_ name: String, template: String, method: HTTPMethod = .get) {
            self.name = name
            self.template = template
            self.method = method
        }
    }

    /// The base URL of expanded templates.
    ///
    /// An empty text uses the client's base URL.
    public var baseURL: String
    /// The endpoints.
    ///
    /// If several have the same name, the first one counts.
    public var resources: [Resource]

    /// Creates a profile.
    ///
    /// - Throws: All problems, each with its position: an invalid base URL, template or method, and a name that is
    ///   empty or occurs twice.
    public init(baseURL: String = "", resources: [Resource]) throws(ServiceProfileError) {
        self.init(baseURL: baseURL, unchecked: resources)
        let problems = problems(at: Array(resources.indices))
        guard problems.isEmpty else { throw ServiceProfileError(found: problems) }
    }

    init(baseURL: String = "", unchecked resources: [Resource]) {
        self.baseURL = baseURL
        self.resources = resources
    }

    /// Returns all problems.
    ///
    /// `indices` are the original positions of the endpoints.
    func problems(at indices: [Int]) -> [Problem] {
        var problems: [Problem] = []
        var places: [String: Int] = [:]
        if !baseURL.isEmpty {
            do throws(ClientError) { _ = try BaseURL(baseURL) } catch {
                problems.append(Problem("BaseURL", error.message))
            }
        }
        for (index, resource) in zip(indices, resources) {
            if resource.name.isEmpty { problems.append(Problem(index, "Name", "is empty")) }
            if let first = places[resource.name] {
                problems.append(
                    Problem(index, "Name", "“\(resource.name)” is the name of Resources[\(first)] too"))
            }
            places[resource.name] = places[resource.name] ?? index
            problems += resource.problems(at: index)
        }
        return problems
    }

    /// Creates the request for an endpoint.
    ///
    /// - Throws: `invalidRequest/queue` for an unknown name, with suggestions, and for a template that cannot be
    ///   expanded with these values, with the position.
    public func request(for name: String, _ values: Parameters = [:]) throws(ClientError) -> Request {
        guard let resource = resources.first(where: { $0.name == name }) else {
            throw ClientError(
                .invalidRequest, .queue, "the service has no resource “\(name)”",
                hint: SimilarNames(to: name, among: resources.map(\.name)).sentence)
        }
        do throws(URITemplateError) {
            let path = try URITemplate(resource.template).expanded(values)
            let url = path.hasScheme ? path : URLJoin.oneSlash.join(baseURL, path)
            return Request(method: resource.method, url: url).with { $0.name = name }
        } catch {
            throw ClientError(
                .invalidRequest, .queue,
                "the template “\(resource.template)” of “\(name)” cannot be expanded: \(error)",
                underlying: error)
        }
    }
}

extension ServiceProfile.Resource {
    fileprivate func problems(at index: Int) -> [ServiceProfile.Problem] {
        var problems: [ServiceProfile.Problem] = []
        do throws(URITemplateError) { _ = try URITemplate(template) } catch {
            problems.append(ServiceProfile.Problem(index, "URITemplate", "“\(template)”: \(error)"))
        }
        if !method.isToken {
            problems.append(
                ServiceProfile.Problem(index, "Method", "“\(method)” is not a token of HTTP"))
        }
        return problems
    }
}

extension ServiceProfile {
    struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The position, such as `Resources[2].URITemplate`.
        let place: String
        let message: String

        init(_ place: String, _ message: String) {
            self.place = place
            self.message = message
        }

        init(_ index: Int, _ key: String, _ message: String) {
            self.init("Resources[\(index)].\(key)", message)
        }

        var description: String { "\(place): \(message)" }
    }
}

/// All problems of an invalid profile.
public struct ServiceProfileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems in the order of the profile.
    ///
    /// The array is never empty.
    let found: [ServiceProfile.Problem]

    /// The problems, each with its position before a colon, such as `Resources[2].URITemplate: …`.
    ///
    /// The array is never empty.
    public var problems: [String] { found.map(\.description) }

    /// One line for each problem.
    public var description: String { problems.joined(separator: "\n") }
}
