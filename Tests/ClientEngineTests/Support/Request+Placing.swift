@testable import ClientEngine

extension Request {
    /// Returns the request as it is sent, with every parameter in the URL or the body.
    func placingParameters() throws(ClientError) -> Request {
        try placingParameters(
            options.placement ?? .automatic, options.parameterEncoding ?? ParameterEncoding())
    }
}
